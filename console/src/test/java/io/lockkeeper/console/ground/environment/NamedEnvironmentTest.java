package io.lockkeeper.console.ground.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import org.junit.jupiter.api.Test;

class NamedEnvironmentTest {

    @Test
    void aNameThatIsTooLongAndAColourThatThereIsNotAreRefusedWithTheRule() {
        assertThatThrownBy(() -> new NamedEnvironment("x".repeat(41), "red"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("LOCKKEEPER_NAME is \"xxx")
                .hasMessageContaining("at most 40 characters");
        assertThatThrownBy(() -> new NamedEnvironment("a\nb", "red")).isInstanceOf(StartRefusedException.class);
        assertThatThrownBy(() -> new NamedEnvironment("production", "crimson"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(
                        "LOCKKEEPER_COLOUR is \"crimson\"; it must be one of grey, blue, green, orange, red, violet.");
    }

    @Test
    void withoutANameNothingIsShown() {
        assertThat(new NamedEnvironment(" ", "grey").marks()).isEmpty();
        assertThat(new NamedEnvironment("production", "red").marks()).hasSize(2);
    }
}
