package io.lockkeeper.console.ground.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFileTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+1",
                "-1",
                "@SUM(A1)",
                "\t=1",
                "\r=1",
                "\n=1",
                "\uFF1D1+1",
                "\uFF0B1",
                "\uFF0D1",
                "\uFF20SUM(A1)",
                " =1",
                "\u3000\uFF1D1"
            })
    void whatASpreadsheetWouldRunIsText(String formula) {
        assertThat(ExportFile.Csv.cell(formula)).isEqualTo("\"'" + formula + "\"");
    }

    @Test
    void whatSeparatesCellsAndRowsStaysInItsCell() {
        assertThat(ExportFile.Csv.cell("a\",\r\n=b")).isEqualTo("\"a\"\",\r\n=b\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0085", "\u2028", "\u2029", "\u000B", "\f"})
    void noOtherEndOfALineIsOneToAnyProgram(String end) {
        assertThat(ExportFile.Csv.cell("because" + end + "\"forged\",1")).isEqualTo("\"because \"\"forged\"\",1\"");
        assertThat(ExportFile.Csv.cell(end + "=1+1")).doesNotContain(end);
    }

    @Test
    void aSpreadsheetIsToldThatTheFileIsUtf8() throws IOException {
        StringWriter file = new StringWriter();
        new ExportFile.Csv().begin(file, List.of("größe"));
        assertThat(file).hasToString("\uFEFF\"größe\"\r\n");
    }

    @Test
    void aNumberIsANumberAndNothingIsNothing() {
        assertThat(ExportFile.Csv.cell(-7L)).isEqualTo("-7");
        assertThat(ExportFile.Csv.cell(null)).isEmpty();
        assertThat(ExportFile.Csv.cell("")).isEqualTo("\"\"");
    }
}
