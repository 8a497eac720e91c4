package io.lockkeeper.console.api;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/** Writes server-sent events, each with one line of JSON. */
final class EventWriter {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final OutputStream out;
    private boolean pending;

    EventWriter(OutputStream out) {
        this.out = out;
    }

    void event(String name, Object data) throws IOException {
        write("event: %s\ndata: %s\n\n".formatted(name, MAPPER.writeValueAsString(data)));
    }

    /** Something that a reader skips: it keeps the connection, and shows whether there is one. */
    void beat() throws IOException {
        write(": beat\n\n");
    }

    /** Sends what was written; answers whether anything was. */
    boolean flush() throws IOException {
        boolean any = pending;
        if (any) {
            out.flush();
        }
        pending = false;
        return any;
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        pending = true;
    }
}
