package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.FailedException;
import java.io.InputStream;
import java.util.Map;
import org.bson.BsonDocument;

/** The locks of one source, as the console shows them. */
public final class ConsoleSource implements AutoCloseable {

    private final ConsoleClient console;
    private final String segment;
    private final String path;

    ConsoleSource(ConsoleClient console, String id) {
        this.console = console;
        this.segment = ConsoleClient.segment(id);
        this.path = "/locks/" + segment;
    }

    /** The locks in use that the search finds, the longest held first. */
    public BsonDocument list(String search, int limit) {
        return console.get(path, Map.of("q", search, "sort", "-held", "limit", Integer.toString(limit)));
    }

    /**
     * One lock.
     *
     * @throws FailedException if there is none of this name
     */
    public BsonDocument lock(String name) {
        return console.get(path + "/" + ConsoleClient.segment(name), Map.of());
    }

    /** One lock, to change it. Closing it closes the console's client, too. */
    ConsoleLock at(String name) {
        return new ConsoleLock(console, path, name);
    }

    /** The locks in use that the search finds, as a stream of events that starts with all of them. */
    InputStream events(String search) {
        return console.events("/events/" + segment, Map.of("q", search));
    }

    /** The past holds of a lock. */
    public BsonDocument history(String name, int limit) {
        return console.get(
                path + "/" + ConsoleClient.segment(name) + "/history", Map.of("limit", Integer.toString(limit)));
    }

    @Override
    public void close() {
        console.close();
    }
}
