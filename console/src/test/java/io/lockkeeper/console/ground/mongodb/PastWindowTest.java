package io.lockkeeper.console.ground.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PastWindowTest {

    @Test
    void aWindowIsNothingUpToAMonth() {
        assertThat(new PastWindow(Duration.ZERO).isNone()).isTrue();
        assertThat(new PastWindow(Duration.ofDays(30)).length()).isEqualTo(Duration.ofDays(30));
    }

    @Test
    void anyOtherIsRefusedWithTheRule() {
        assertThatThrownBy(() -> new PastWindow(Duration.ofDays(31)))
                .hasMessage("lockkeeper.history.past is PT744H; it may be 0, for no past at all, up to PT720H");
        assertThatThrownBy(() -> new PastWindow(Duration.ofSeconds(-1))).hasMessageContaining("it may be 0");
    }
}
