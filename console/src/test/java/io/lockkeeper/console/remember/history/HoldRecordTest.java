package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.Usual.Quantiles;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a hold of a source tells as a lease, and what it leaves unknown. */
class HoldRecordTest {

    private static final int NOW = 1_000;

    @Test
    void aHoldIsALeaseOfItsSourceThatTellsNoTokenAndNoWaits() {
        LeaseRecord lease = hold("p", at(NOW), at(NOW + 9)).lease();
        assertThat(lease.lock()).isEqualTo(new LockId("app.jobs/shedlock", "l"));
        assertThat(lease.who()).contains("p");
        assertThat(lease.holder()).isNull();
        assertThat(lease.token()).isEmpty();
        assertThat(lease.tellsWaits()).isFalse();
        assertThat(lease.isOnlyItsToken()).isFalse();
        assertThat(lease.held()).contains(Duration.ofSeconds(9));
        assertThat(lease.ending()).isEqualTo(Ending.RELEASED);
    }

    @Test
    void whatItsDocumentDoesNotTellIsUnknown() {
        LeaseRecord lease = hold("", null, at(NOW + 9)).lease();
        assertThat(lease.who()).isEmpty();
        assertThat(lease.grantedAt()).isNull();
        assertThat(lease.held()).isEmpty();
        assertThat(lease.began()).isEqualTo(at(NOW + 9));
    }

    @Test
    void ofOneThatBeganAfterItsEndByAnotherClockTheLengthIsUnknown() {
        LeaseRecord lease = hold("p", at(NOW), at(NOW - 1)).lease();
        assertThat(lease.grantedAt()).isEqualTo(at(NOW));
        assertThat(lease.held()).isEmpty();
        assertThat(lease.began()).isEqualTo(at(NOW - 1));
    }

    @Test
    void twoHoldsOfALockAreNotMistakenForEachOther() {
        LeaseRecord one = hold("p", at(NOW), at(NOW + 9)).lease();
        HoldRecord other = new HoldRecord(
                "h-2", "app.jobs/shedlock", "l", "p", at(NOW), at(NOW + 9), Ending.RELEASED, 0, at(NOW + 9_000), null);
        assertThat(one.id()).isNotEqualTo(other.lease().id());
    }

    @Test
    void whatIsUsualIsToldByTwentyHoldsAndNotByFewer() {
        List<LeaseRecord> holds = IntStream.rangeClosed(1, 20)
                .mapToObj(i -> hold("p", at(NOW), at(NOW + i)).lease())
                .toList();
        assertThat(Usual.of(holds).usualHold())
                .contains(new Quantiles(20, Duration.ofSeconds(11), Duration.ofSeconds(20), Duration.ofSeconds(20)));
        assertThat(Usual.of(holds.subList(1, 20)).usualHold()).isEmpty();
    }

    private static HoldRecord hold(String holder, @Nullable Instant since, Instant until) {
        return new HoldRecord(
                "h-1",
                "app.jobs/shedlock",
                "l",
                holder,
                since,
                until,
                Ending.RELEASED,
                0,
                until.plusSeconds(9_000),
                null);
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(second);
    }
}
