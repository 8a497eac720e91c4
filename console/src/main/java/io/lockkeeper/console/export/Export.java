package io.lockkeeper.console.export;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is written to a file.
 *
 * @param rows what its rows are, in the plural
 * @param columns the names of the fields, in their order
 * @param fields of each row: numbers as such, the rest as text
 * @param narrower what to ask for where there are too many, in a sentence
 */
public record Export(String rows, List<String> columns, Stream<Map<String, @Nullable Object>> fields, String narrower)
        implements AutoCloseable {

    @Override
    public void close() {
        fields.close();
    }
}
