package io.lockkeeper.console.past;

import io.lockkeeper.console.history.LeaseRecord;
import java.io.IOException;
import java.io.Writer;
import tools.jackson.databind.json.JsonMapper;

/** One object: the leases, and why there are no more of them. */
final class JsonFile implements PastFile {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private String before = "";

    @Override
    public void begin(Writer out) throws IOException {
        out.write("{\"leases\":[\n");
    }

    @Override
    public void row(Writer out, LeaseRecord lease) throws IOException {
        out.write(before);
        out.write(MAPPER.writeValueAsString(LeaseFields.of(lease)));
        before = ",\n";
    }

    @Override
    public void end(Writer out, String cut) throws IOException {
        out.write("\n],\"cut\":%s}%n".formatted(MAPPER.writeValueAsString(cut)));
    }
}
