package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationOptionTest {

    private final DurationOption option = new DurationOption();

    @Test
    void unitsAreAddedUp() {
        assertThat(option.convert("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(option.convert("1h30m")).isEqualTo(Duration.ofMinutes(90));
        assertThat(option.convert("5min30sec")).isEqualTo(Duration.ofSeconds(330));
        assertThat(option.convert("2d1s")).isEqualTo(Duration.ofDays(2).plusSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "s", "-5s", "1.5h", "1 h", "9999999999s", "30s\u001b[2J"})
    void anythingElseIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> option.convert(text))
                .hasMessageContaining("is no duration; write for example")
                .hasMessageNotContaining("\u001b");
    }
}
