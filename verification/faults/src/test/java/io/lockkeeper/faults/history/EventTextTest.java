package io.lockkeeper.faults.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class EventTextTest {

    @Test
    void aLineReadsAsTheEventThatWasWritten() {
        Event asked = new Event.Asked(1, "a", "a-1", "the lock, 100 %\n", 2, 3, true);
        Event unknown = new Event.Unknown(-5, "a", "a-1", "");

        assertThat(EventText.read(EventText.write(asked))).isEqualTo(asked);
        assertThat(EventText.read(EventText.write(unknown))).isEqualTo(unknown);
    }

    @Test
    void halfALineIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> EventText.read("Asked 1 a"));
        assertThatIllegalArgumentException().isThrownBy(() -> EventText.read(""));
    }
}
