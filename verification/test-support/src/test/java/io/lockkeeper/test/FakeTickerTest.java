package io.lockkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FakeTickerTest {
    private final FakeTicker ticker = new FakeTicker();

    @Test
    void itMovesByWhatItIsAdvanced() {
        long before = ticker.getAsLong();
        ticker.advance(Duration.ofMillis(3));
        assertThat(ticker.getAsLong() - before).isEqualTo(3_000_000);
    }

    @Test
    void itNeverGoesBack() {
        assertThatThrownBy(() -> ticker.advance(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);
    }
}
