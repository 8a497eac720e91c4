package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.SimilarNames;
import java.time.Instant;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** One of Lockkeeper's own locks at a console, whose queue is changed: in the first collection, or in a source. */
final class ConsoleLock implements AutoCloseable {

    private final ConsoleClient console;
    private final String path;
    private final String queue;

    /** @param queue where the console tells of the queue and its pause */
    private ConsoleLock(ConsoleClient console, String path, String queue) {
        this.console = console;
        this.path = path;
        this.queue = queue;
    }

    static ConsoleLock first(ConsoleClient console, String name) {
        String path = "/locks/" + ConsoleClient.segment(name);
        return new ConsoleLock(console, path, path);
    }

    /** @param locks the path of the source's locks */
    static ConsoleLock inSource(ConsoleClient console, String locks, String name) {
        String path = locks + "/" + ConsoleClient.segment(name);
        return new ConsoleLock(console, path, path + "/queue");
    }

    /** What to say of an unused lock, although it can be paused; begins with a space. Empty where it is in use. */
    String unused(String name) {
        String locks = path.substring(0, path.lastIndexOf('/'));
        return console.find(queue).isPresent() ? "" : SimilarNames.UNUSED + new NearNames(console).beside(locks, name);
    }

    /** Lets nobody acquire the lock until then. */
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
