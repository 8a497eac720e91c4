package io.lockkeeper.console.ground.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @CsvSource({"PT0S, PT1S", "PT0.04S, PT1S", "PT0.2S, PT4S", "PT0.6S, PT10S", "PT30S, PT10S", "PT24H, PT10S"})
    void oneTurnThatStoodStillDelaysTheNextByNoMoreThanTheBound(Duration took, Duration rest) {
        assertThat(new Rest(20, SECOND, Duration.ofSeconds(10)).after(took)).isEqualTo(rest);
    }

    @Test
    void boundsInTheWrongOrderAreRefused() {
        assertThatThrownBy(() -> new Rest(4, SECOND, Duration.ofMillis(250)))
                .hasMessage("The shortest rest, PT1S, is longer than the longest, PT0.25S.");
    }
}
