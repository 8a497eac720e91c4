package io.lockkeeper.commandline.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.commandline.run.LeaseGuard.Limits;
import io.lockkeeper.model.Eviction;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LimitsTest {

    private static final Duration NO_TIME = Duration.ZERO;

    private final Limits limits = new Limits(seconds(30), seconds(10), null);
    private final Limits bounded = new Limits(seconds(30), seconds(10), seconds(60));

    @Test
    void theCommandIsAskedToEndAGraceBeforeItsLeaseEnds() {
        assertThat(limits.untilTerm(seconds(29), NO_TIME)).isEqualTo(seconds(19));
        assertThat(limits.untilTerm(seconds(9), NO_TIME)).isNegative();
        assertThat(limits.untilKill(seconds(9), NO_TIME, null)).isEqualTo(seconds(9));
    }

    @Test
    void aLongGraceNeverEndsACommandWhoseLeaseIsRenewedInTime() {
        Limits impatient = new Limits(seconds(30), seconds(600), null);
        Duration leastWhenRenewedAtAThird = seconds(20);
        assertThat(impatient.untilTerm(leastWhenRenewedAtAThird, NO_TIME)).isPositive();
    }

    @Test
    void theLongestHoldEndsItLikewise() {
        assertThat(bounded.untilTerm(seconds(29), seconds(45))).isEqualTo(seconds(5));
        assertThat(bounded.untilKill(seconds(29), seconds(52), null)).isEqualTo(seconds(8));
    }

    @Test
    void afterAnEvictionItIsDeadWithinTheQuarantine() {
        Instant at = Instant.parse("2026-11-22T03:12:00Z");
        assertThat(limits.untilKill(NO_TIME, NO_TIME, evicted(at, seconds(15)))).isEqualTo(seconds(10));
        assertThat(limits.untilKill(NO_TIME, NO_TIME, evicted(at, seconds(3)))).isEqualTo(seconds(2));
    }

    @Test
    void afterAnExpiryItHasTheGraceAndNoMore() {
        assertThat(limits.untilKill(NO_TIME, NO_TIME, new LeaseLoss.Expired())).isEqualTo(seconds(10));
    }

    private static LeaseLoss evicted(Instant at, Duration quarantine) {
        return new LeaseLoss.Evicted(new Eviction("operator", "hangs", at, at.plus(quarantine)));
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
