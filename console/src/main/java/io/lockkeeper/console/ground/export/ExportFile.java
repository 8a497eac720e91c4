package io.lockkeeper.console.ground.export;

import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A kind of file that rows are written to, one after the other. */
interface ExportFile {

    void begin(Writer out, Collection<String> columns) throws IOException;

    /** Takes the values in the order of the columns. */
    void row(Writer out, Map<String, @Nullable Object> fields) throws IOException;

    /**
     * Ends the file.
     *
     * @param cut why there is no more, in a sentence; empty if that is all
     */
    void end(Writer out, String cut) throws IOException;

    /** Comma-separated values as in RFC 4180. An apostrophe precedes any text that a spreadsheet would run as a formula. */
    final class Csv implements ExportFile {

        /** The mark without which Excel assumes the machine's old character set. */
        private static final char UTF_8_MARK = '\uFEFF';

        /** Some programs take them for the end of a row, also between quotes; those of RFC 4180 no program does. */
        private static final Pattern OTHER_ENDS = Pattern.compile("[\u000B\f\u0085\u2028\u2029]");

        /** Matches formulas, also in the full width of East Asian scripts, and behind white space that a program removes. */
        private static final Pattern FORMULA =
                Pattern.compile("[\t\r\n].*|[\\s\\p{Z}]*[=+@\uFF1D\uFF0B\uFF0D\uFF20-].*", Pattern.DOTALL);

        @Override
        public void begin(Writer out, Collection<String> columns) throws IOException {
            out.write(UTF_8_MARK);
            line(out, columns);
        }

        @Override
        public void row(Writer out, Map<String, @Nullable Object> fields) throws IOException {
            line(out, fields.values());
        }

        @Override
        public void end(Writer out, String cut) throws IOException {
            if (!cut.isEmpty()) {
                out.write(cell(cut));
                out.write("\r\n");
            }
        }

        private static void line(Writer out, Collection<? extends @Nullable Object> cells) throws IOException {
            out.write(cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n")));
        }

        static String cell(@Nullable Object value) {
            if (value == null) {
                return "";
            }
            if (value instanceof Number) {
                return value.toString();
            }
            String text = OTHER_ENDS.matcher(value.toString()).replaceAll(" ");
            String safe = FORMULA.matcher(text).matches() ? "'" + text : text;
            return '"' + safe.replace("\"", "\"\"") + '"';
        }
    }

    /** One JSON object: the rows, and why they end early, if they do. */
    final class Json implements ExportFile {

        private static final JsonMapper MAPPER = JsonMapper.shared();

        private final String rows;
        private String before = "";

        /** @param rows what the array of the rows is called */
        Json(String rows) {
            this.rows = rows;
        }

        @Override
        public void begin(Writer out, Collection<String> columns) throws IOException {
            out.write("{%s:[%n".formatted(MAPPER.writeValueAsString(rows)));
        }

        @Override
        public void row(Writer out, Map<String, @Nullable Object> fields) throws IOException {
            out.write(before);
            out.write(MAPPER.writeValueAsString(fields));
            before = ",\n";
        }

        @Override
        public void end(Writer out, String cut) throws IOException {
            out.write("%n],\"cut\":%s}%n".formatted(MAPPER.writeValueAsString(cut)));
        }
    }
}
