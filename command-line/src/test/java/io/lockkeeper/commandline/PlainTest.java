package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlainTest {

    @Test
    void noTextMovesTheCursorOrTurnsTheLine() {
        assertThat(Plain.text("a\u001b[2Jb\u202ec\nd\u0000é😀")).isEqualTo("a?[2Jb?c?d?é😀");
    }

    @Test
    void noTextBeginsAnotherRowOfATable() {
        for (String end : List.of("\n", "\r", "\u000B", "\f", "\u0085", "\u2028", "\u2029", "\u009B2K")) {
            Table table = new Table("LOCK", "NOTE");
            table.row("a", "because" + end + "b     forged");
            assertThat(table.lines()).as(end).hasSize(2).noneMatch(line -> line.contains(end.substring(0, 1)));
        }
    }

    @Test
    void ofADurationTheTwoLargestUnitsAreShown() {
        assertThat(Plain.duration(Duration.ofMillis(430))).isEqualTo("0.4s");
        assertThat(Plain.duration(Duration.ofSeconds(59))).isEqualTo("59s");
        assertThat(Plain.duration(Duration.ofSeconds(1503))).isEqualTo("25m 3s");
        assertThat(Plain.duration(Duration.ofHours(52))).isEqualTo("2d 4h");
    }

    @Test
    void aTableIsAsWideAsItsWidestCells() {
        Table table = new Table("LOCK", "HOLDER");
        table.row("a", "x\ty");
        table.row("longer name", "z");
        assertThat(table.lines()).containsExactly("LOCK         HOLDER", "a            x?y", "longer name  z");
    }
}
