package io.lockkeeper.commandline.doctor;

import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.Trouble;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;

/** Checks whether a change stream opens, by which waiters learn of their turn in milliseconds. */
final class StreamCheck {

    private StreamCheck() {}

    static Finding check(Database database) {
        long began = System.nanoTime();
        try (MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor = database.client()
                .getDatabase(database.name())
                .getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .watch(List.of(Aggregates.project(Projections.include("_id", "operationType"))))
                .maxAwaitTime(1, TimeUnit.MILLISECONDS)
                .cursor()) {
            cursor.tryNext();
            long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
            return Finding.ok("change stream", String.format(Locale.ROOT, "opened in %d ms", millis));
        } catch (MongoException e) {
            return Finding.failed(
                    "change stream",
                    "does not open: waiters notice a hand-off seconds late. " + Trouble.of(e),
                    "Grant changeStream and find on the collection; a standalone server has none.");
        }
    }
}
