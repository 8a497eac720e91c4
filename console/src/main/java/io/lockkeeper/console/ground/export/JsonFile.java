package io.lockkeeper.console.ground.export;

import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** One object: the rows, and why they end early, if they do. */
final class JsonFile implements ExportFile {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final String rows;
    private String before = "";

    /** @param rows what the array of the rows is called */
    JsonFile(String rows) {
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
