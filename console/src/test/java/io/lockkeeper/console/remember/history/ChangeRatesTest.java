package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ChangeRatesTest {

    private static final Instant T = Instant.parse("2026-11-23T03:12:00Z");

    private final ChangeRates rates = new ChangeRates(10);

    @Test
    void aLockThatChangesUpToTheLimitIsNotTooOften() {
        for (int second = 0; second < 5; second++) {
            change("order:1", T.plusSeconds(second), 10);
        }
        assertThat(rates.isTooOften("order:1")).isFalse();
        assertThat(rates.isTooOften("order:2")).isFalse();
    }

    @Test
    void aLockIsTooOftenFromTheChangeBeyondTheLimitUntilASecondPassedBelowIt() {
        change("order:1", T, 11);
        assertThat(rates.isTooOften("order:1")).isTrue();
        change("order:1", T.plusSeconds(1), 1);
        assertThat(rates.isTooOften("order:1")).isTrue();
        change("order:1", T.plusSeconds(2), 1);
        assertThat(rates.isTooOften("order:1")).isFalse();
    }

    @Test
    void aPauseEndsIt() {
        change("order:1", T, 11);
        change("order:1", T.plusSeconds(9), 1);
        assertThat(rates.isTooOften("order:1")).isFalse();
    }

    private void change(String lock, Instant at, int times) {
        for (int i = 0; i < times; i++) {
            rates.changed(lock, at);
        }
    }
}
