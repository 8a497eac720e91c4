package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;

/** The locks of one source, as the console shows them. */
public final class ConsoleSource implements AutoCloseable {

    private final ConsoleClient console;
    private final BsonDocument source;
    private final String path;
    private final Instant asOf;
    private final long readAt = System.nanoTime();

    private ConsoleSource(ConsoleClient console, BsonDocument source, String asOf) {
        this.asOf = Instant.parse(asOf);
        this.console = console;
        this.source = source;
        this.path = "/sources/" + AnsweredFields.text(source, "path") + "/locks";
    }

    /** @throws FailedException if there is no such source; its message lists the sources */
    static ConsoleSource of(ConsoleClient console, String id) {
        BsonDocument answer = console.get("/sources", Map.of());
        List<BsonDocument> all = answer.getArray("sources").stream()
                .map(each -> each.asDocument())
                .toList();
        return all.stream()
                .filter(each -> AnsweredFields.text(each, "id").equals(id))
                .map(each -> new ConsoleSource(console, each, AnsweredFields.text(answer, "asOf")))
                .findFirst()
                .orElseThrow(() -> none(id, all));
    }

    private static FailedException none(String id, List<BsonDocument> all) {
        String there = all.isEmpty()
                ? "There are none that you may see."
                : "There are "
                        + String.join(
                                ", ",
                                all.stream()
                                        .map(each -> AnsweredFields.text(each, "id"))
                                        .toList()) + ".";
        return new FailedException(ExitCode.NOT_SO, Plain.text("There is no source \"%s\". %s".formatted(id, there)));
    }

    /** The server's time, by the console's answer and this machine's monotonic clock. */
    Instant now() {
        return asOf.plus(Duration.ofNanos(System.nanoTime() - readAt));
    }

    String id() {
        return AnsweredFields.text(source, "id");
    }

    /** The locks that have the text in their name or a holder. */
    public BsonDocument list(String contained, int limit) {
        return console.get(path, Map.of("q", contained, "limit", Integer.toString(limit)));
    }

    /**
     * One lock.
     *
     * @throws FailedException if there is none of this name
     */
    public BsonDocument lock(String name) {
        return console.get(path + "/" + ConsoleClient.segment(name), Map.of());
    }

    /** The waiters of a lock of Lockkeeper's own, and its pause. */
    public BsonDocument queue(String name) {
        return console.get(path + "/" + ConsoleClient.segment(name) + "/queue", Map.of());
    }

    /** One lock, to change it. Closing it closes the console's client, too. */
    ConsoleLock at(String name) {
        String released =
                AnsweredFields.text(source, "grade").equals("C") ? AnsweredFields.text(source, "sentence") : "";
        return ConsoleLock.inSource(console, path, name, released);
    }

    /** The locks in use with the text in their name or a holder, as a stream of events that starts with all of them. */
    InputStream events(String contained) {
        return console.events("/sources/" + AnsweredFields.text(source, "path") + "/events", Map.of("q", contained));
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
