package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.SimilarNames;
import java.time.Instant;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** A lock at a console that can be changed. */
final class ConsoleLock implements AutoCloseable {

    private final ConsoleClient console;
    private final String locks;
    private final String name;
    private final String path;

    /** @param locks the path of the source's locks */
    ConsoleLock(ConsoleClient console, String locks, String name) {
        this.console = console;
        this.locks = locks;
        this.name = name;
        this.path = locks + "/" + ConsoleClient.segment(name);
    }

    /** The message about an unused lock, which can be paused nevertheless; begins with a space. Empty where it is in use. */
    String unused() {
        return console.find(path).isPresent() ? "" : SimilarNames.UNUSED + new NearNames(console).beside(locks, name);
    }

    /**
     * Evicts exactly the holder that the tag names.
     *
     * @param holderIsDead whether the operator has confirmed it
     * @throws FailedException if the console refuses; then nothing was changed
     */
    BsonDocument evict(String tag, String reason, boolean holderIsDead) {
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
        BsonDocument found = console.get(path, Map.of());
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
