package io.lockkeeper.console.face.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.LeaseRecord.Course;
import io.lockkeeper.console.remember.history.LeaseRecord.Granted;
import io.lockkeeper.console.remember.history.LeaseRecord.Whose;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContentionTest {

    private static final Instant FROM = Instant.parse("2026-11-22T03:00:00Z");
    private static final Instant UNTIL = FROM.plusSeconds(40);

    @Test
    void ofEachPartItTellsHowManyWaitedAtOnceAtMost() {
        List<LeaseRecord> leases = List.of(waited(1, 0, 5), waited(2, 2, 12), waited(3, 4, 4), waited(4, 11, 35));
        assertThat(Contention.of(leases, List.of(), List.of(), List.of(), FROM, UNTIL, 5)
                        .moments())
                .extracting(Contention.Moment::waiting)
                .containsExactly(2, 2, 1, 1, 0);
    }

    @Test
    void whoWaitsStillCountsUntilTheEnd() {
        Contention contention = waiting(UNTIL.plusMillis(1));
        assertThat(contention.step()).isEqualTo(Duration.ofSeconds(10));
        assertThat(contention.moments()).extracting(Contention.Moment::waiting).containsExactly(0, 0, 1, 1, 1);
        assertThat(contention.worst().from()).isEqualTo(FROM.plusSeconds(20));
    }

    @Test
    void whoseAgentIsGoneWaitedUntilItsTimeWasUp() {
        assertThat(waiting(FROM.plusSeconds(30)).moments())
                .extracting(Contention.Moment::waiting)
                .containsExactly(0, 0, 1, 0, 0);
    }

    private static Contention waiting(Instant expires) {
        Waiter waiter = new Waiter(
                "w",
                1,
                Duration.ofSeconds(30),
                FROM.plusSeconds(25),
                FROM,
                expires,
                "s",
                Locks.owner("shop", "shop-1", 1, "t", ""),
                0);
        return Contention.of(List.of(), List.of(), List.of(), List.of(waiter), FROM, UNTIL, 5);
    }

    private static LeaseRecord waited(long token, int from, int until) {
        Instant granted = FROM.plusSeconds(until);
        return LeaseRecord.of(
                null,
                new LeaseKey("l", token),
                new Whose("a-" + token, null, 1, null),
                new Granted(granted, FROM.plusSeconds(from), (until - from) * 1_000L, null),
                Course.USUAL,
                null);
    }
}
