package io.lockkeeper.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EvictionRateTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final EvictionRate rate = new EvictionRate(3, nanos::get);

    @Test
    void soManyPassAtOnceAndThenOneForEachPartOfTheMinute() {
        for (int i = 0; i < 3; i++) {
            assertThat(rate.take("anna")).isZero();
        }
        assertThat(rate.take("anna")).isEqualTo(Duration.ofSeconds(20));
        pass(Duration.ofSeconds(19));
        assertThat(rate.take("anna")).isEqualTo(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(1));
        assertThat(rate.take("anna")).isZero();
        assertThat(rate.take("anna")).isPositive();
    }

    @Test
    void aRefusalCostsNothingAndAnothersEvictionsNeither() {
        for (int i = 0; i < 20; i++) {
            rate.take("anna");
        }
        assertThat(rate.take("berta")).isZero();
        pass(Duration.ofSeconds(20));
        assertThat(rate.take("anna")).isZero();
    }

    @Test
    void aLongRestGivesNoMoreThanTheMostAtOnce() {
        rate.take("anna");
        pass(Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            assertThat(rate.take("anna")).isZero();
        }
        assertThat(rate.take("anna")).isPositive();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
