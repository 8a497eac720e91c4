package io.lockkeeper.commandline.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Server-sent events as the console writes them: a name and one line of JSON each, and a comment now and then. Read by one thread. */
final class ServerSentEvents implements AutoCloseable {

    private static final String NAME = "event: ";
    private static final String DATA = "data: ";

    private final InputStream stream;
    private final BufferedReader lines;
    private volatile long heardAt = System.nanoTime();

    ServerSentEvents(InputStream stream) {
        this.stream = stream;
        this.lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    /**
     * One event.
     *
     * @param data one line of JSON
     */
    record Event(String name, String data) {}

    /** Waits for the next event; null at the stream's end. */
    @Nullable
    Event next() throws IOException {
        String name = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            heardAt = System.nanoTime();
            if (line.startsWith(NAME)) {
                name = line.substring(NAME.length());
            } else if (line.startsWith(DATA)) {
                return new Event(name, line.substring(DATA.length()));
            }
        }
        return null;
    }

    /** When something was last received, comments included, in {@link System#nanoTime}. For any thread. */
    long heardAt() {
        return heardAt;
    }

    /** Ends the stream, also for a thread that waits in {@link #next}: closing the reader would wait for that thread. */
    @Override
    public void close() throws IOException {
        stream.close();
    }
}
