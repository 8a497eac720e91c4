package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlainTest {

    @Test
    void noTextMovesTheCursorOrTurnsTheLine() {
        assertThat(Plain.text("a\u001b[2Jb\u202ec\nd\u0000é😀")).isEqualTo("a?[2Jb?c?d?é😀");
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
