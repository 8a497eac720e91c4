package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.remember.history.Usual.Quantiles;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeriodTest {

    private static final Instant T = Instant.parse("2026-10-25T00:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Party HOLDER = new Party("agent", "billing", "bill-1", "host", 1, "main", "");

    @Test
    void theyAreSoLongThatAtMostSoManyMakeUpTheTime() {
        for (int hours = 1; hours < 24 * 60; hours += 7) {
            Instant until = T.plus(Duration.ofHours(hours)).plusSeconds(17);
            Duration step = Period.step(T, until, 60, false);
            assertThat(Period.of(List.of(), List.of(), T, until, step)).hasSizeLessThanOrEqualTo(61);
        }
        assertThat(Period.step(T, T.plusSeconds(20), 60, false)).isEqualTo(Duration.ofSeconds(1));
        assertThat(Period.step(T, T.plusSeconds(20), 60, true)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void aLeaseCountsWhereItWasGrantedAndItsHoldWhereItEnded() {
        LeaseRecord lease = lease(T.plusSeconds(60), Duration.ofMinutes(90), Duration.ofSeconds(30));
        List<Period> periods = Period.of(List.of(lease), List.of(), T, T.plus(HOUR), HOUR);
        assertThat(periods).extracting(Period::from).containsExactly(T, T.plus(HOUR));
        assertThat(periods).extracting(Period::grants).containsExactly(1L, 0L);
        assertThat(periods.get(0).held()).isNull();
        assertThat(periods.get(0).waited()).isEqualTo(all(Duration.ofSeconds(30)));
        assertThat(periods.get(1).held()).isEqualTo(all(Duration.ofMinutes(90)));
    }

    @Test
    void whatWasCountedCountsInTheTimeOfItsMinute() {
        Tally tally = Tally.of(null);
        for (int millis = 1; millis <= 100; millis++) {
            tally.released(millis, 10L * millis, 4);
        }
        Digest digest = tally.digest(new DigestKey("hot", T.plusSeconds(3_600)), Duration.ofDays(30));
        Period counted =
                Period.of(List.of(), List.of(digest), T, T.plus(HOUR), HOUR).get(1);
        assertThat(counted.grants()).isEqualTo(100);
        assertThat(counted.waiters()).isEqualTo(4);
        assertThat(counted.held())
                .isEqualTo(new Quantiles(100, Duration.ofMillis(50), Duration.ofMillis(95), Duration.ofMillis(100)));
    }

    private static LeaseRecord lease(Instant granted, Duration held, Duration waited) {
        return Records.lease(
                new LeaseKey("l", 1),
                HOLDER,
                granted.minus(waited),
                granted,
                granted.plus(held),
                Ending.RELEASED,
                null);
    }

    private static Quantiles all(Duration same) {
        return new Quantiles(1, same, same, same);
    }
}
