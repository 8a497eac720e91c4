package io.lockkeeper.console.remember.holds;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HoldRatesTest {

    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
    private static final LockId A = new LockId("app.locks/lockkeeper", "a");
    private static final LockId B = new LockId("app.locks/lockkeeper", "b");

    private final HoldRates rates = new HoldRates(2);

    @Test
    void theThirdEndOfALockInASecondIsTooMany() {
        assertThat(rates.isTooMany(A, NOON)).isFalse();
        assertThat(rates.isTooMany(A, NOON.plusMillis(999))).isFalse();
        assertThat(rates.isTooMany(A, NOON.plusMillis(999))).isTrue();
        assertThat(rates.isTooMany(B, NOON)).isFalse();
    }

    @Test
    void anHourThatIsToldAtOnceIsCountedBySeconds() {
        for (int second = 0; second < 3_600; second++) {
            assertThat(rates.isTooMany(A, NOON.plusSeconds(second))).isFalse();
            assertThat(rates.isTooMany(A, NOON.plusSeconds(second))).isFalse();
        }
    }
}
