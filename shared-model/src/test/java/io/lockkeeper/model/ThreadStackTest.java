package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadStackTest {

    private static final StackTraceElement FRAME =
            new StackTraceElement("io.lockkeeper." + "x".repeat(300), "do\u202eIt\n", "Ä.java", 1);

    @Test
    void aDeepStackIsCutToWhatADocumentCanCarryAndSaysSo() {
        List<String> frames =
                ThreadStack.fitted(Collections.nCopies(1_024, FRAME).toArray(StackTraceElement[]::new));

        assertThat(frames).hasSize(40).last().isEqualTo("… 985 more calls");
        assertThat(frames.stream()
                        .mapToInt(frame -> frame.getBytes(StandardCharsets.UTF_8).length)
                        .sum())
                .isLessThanOrEqualTo(8_000);
        assertThat(frames).noneMatch(frame -> frame.contains("\n") || frame.contains("\u202e"));
    }

    @Test
    void aShallowOneIsWhole() {
        StackTraceElement[] stack = Thread.currentThread().getStackTrace();

        assertThat(ThreadStack.fitted(stack)).hasSize(Math.min(40, stack.length));
        assertThat(ThreadStack.fitted(new StackTraceElement[0])).isEmpty();
    }
}
