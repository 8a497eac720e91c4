package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.SimilarNames;
import java.time.Instant;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** A lock at a console that can be changed: in the first collection, or in a source. */
final class ConsoleLock implements AutoCloseable {

    private final ConsoleClient console;
    private final String path;
    private final String name;
    private final String queue;
    private final String onlyIfDead;

    /**
     * @param queue the path under which the console shows the queue and its pause
     * @param onlyIfDead why its holder may be evicted only if its process is dead, in a sentence; empty where it may always
     */
    private ConsoleLock(ConsoleClient console, String path, String name, String queue, String onlyIfDead) {
        this.console = console;
        this.path = path;
        this.name = name;
        this.queue = queue;
        this.onlyIfDead = onlyIfDead;
    }

    static ConsoleLock first(ConsoleClient console, String name) {
        String path = "/locks/" + ConsoleClient.segment(name);
        return new ConsoleLock(console, path, name, path, "");
    }

    /** @param locks the path of the source's locks */
    static ConsoleLock inSource(ConsoleClient console, String locks, String name, String onlyIfDead) {
        String path = locks + "/" + ConsoleClient.segment(name);
        return new ConsoleLock(console, path, name, path + "/queue", onlyIfDead);
    }

    /** The message about an unused lock, which can be paused nevertheless; begins with a space. Empty where it is in use. */
    String unused() {
        String locks = path.substring(0, path.lastIndexOf('/'));
        return console.find(queue).isPresent() ? "" : SimilarNames.UNUSED + new NearNames(console).beside(locks, name);
    }

    /**
     * Evicts exactly the holder that the tag names.
     *
     * @param holderIsDead whether the operator has confirmed it
     * @throws FailedException if that was to be confirmed, or the console refuses; then nothing was changed
     */
    BsonDocument evict(String tag, String reason, boolean holderIsDead) {
        if (!onlyIfDead.isEmpty() && !holderIsDead) {
            throw new FailedException(
                    ExitCode.NOT_SO,
                    Plain.text(
                            "Nothing was changed. %s Make sure that the process that held the lock is dead, then confirm it with --holder-is-dead."
                                    .formatted(onlyIfDead)));
        }
        return console.evict(
                path,
                tag,
                new BsonDocument("reason", new BsonString(reason))
                        .append("confirm", new BsonString(holderIsDead ? name : "")));
    }

    /** Pauses the lock until then. */
    BsonDocument pause(Instant until, String reason) {
        return console.put(
                path + "/pause",
                new BsonDocument("until", new BsonString(until.toString())).append("reason", new BsonString(reason)));
    }

    /** Ends the pause that the lock has now; throws if it has none. */
    BsonDocument resume() {
        BsonDocument found = console.get(queue, Map.of());
        if (!found.isDocument("paused")) {
            throw new FailedException(ExitCode.NOT_SO, "The lock is not paused.");
        }
        return console.delete(path + "/pause", AnsweredFields.text(found.getDocument("paused"), "id"));
    }

    /** Takes exactly that waiter out of the lock's queue. */
    BsonDocument takeOut(String acquirer, String reason) {
        return console.post(path + "/take-out", acquirer, new BsonDocument("reason", new BsonString(reason)));
    }

    @Override
    public void close() {
        console.close();
    }
}
