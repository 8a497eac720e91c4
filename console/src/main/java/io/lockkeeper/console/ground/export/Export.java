package io.lockkeeper.console.ground.export;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The content of an exported file.
 *
 * @param rows what the rows are called, in the plural
 * @param columns the names of the fields, in their order
 * @param fields the fields of each row: numbers stay numbers, the rest is text
 * @param narrower how to narrow the query if there are too many rows, as a sentence
 * @param missing which rows are missing, as a sentence; empty for none
 */
public record Export(
        String rows,
        List<String> columns,
        Stream<Map<String, @Nullable Object>> fields,
        String narrower,
        String missing)
        implements AutoCloseable {

    /** A complete export, without missing rows. */
    public Export(String rows, List<String> columns, Stream<Map<String, @Nullable Object>> fields, String narrower) {
        this(rows, columns, fields, narrower, "");
    }

    @Override
    public void close() {
        fields.close();
    }
}
