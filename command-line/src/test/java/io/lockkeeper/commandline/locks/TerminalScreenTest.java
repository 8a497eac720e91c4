package io.lockkeeper.commandline.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TerminalScreenTest {

    private static final List<String> LINES = IntStream.range(0, 100)
            .mapToObj(i -> "line-" + i + "-which-is-long")
            .toList();

    @Test
    void nothingIsLongerOrWiderThanTheTerminal() {
        List<String> drawn =
                TerminalScreen.text(LINES, new TerminalSize(5, 10)).lines().toList();
        assertThat(drawn).hasSize(5).last().isEqualTo("\033[J");
        assertThat(drawn.getFirst()).isEqualTo("\033[Hline-0-wh…\033[K");
        assertThat(TerminalScreen.text(LINES, new TerminalSize(1, 1))).contains("…");
    }

    @Test
    void aLetterOfTwoUnitsIsNotCutInHalf() {
        assertThat(new TerminalSize(5, 3).fit("😀😀😀")).isEqualTo("😀😀😀");
        assertThat(new TerminalSize(5, 3).fit("😀😀😀😀")).isEqualTo("😀😀…");
    }

    @Test
    void aSizeIsReadAndWhatIsNoneIsNot() {
        assertThat(TerminalSize.parse("24 80\n")).contains(new TerminalSize(24, 80));
        assertThat(TerminalSize.parse("0 0\n")).isEmpty();
        assertThat(TerminalSize.parse("null null")).isEmpty();
        assertThat(TerminalSize.parse("")).isEmpty();
    }
}
