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

    private static final int UNAUTHORIZED = 13;

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
            String found = "does not open: agents without hints look once a second, and the console follows no locks. "
                    + Trouble.of(e);
            return e.getCode() == UNAUTHORIZED
                    ? Finding.failed("change stream", found, "Grant changeStream and find on the collection.")
                    : Finding.warning(
                            "change stream",
                            found,
                            "No grant helps: docs/reference/deployments.md says how many such a server opens; a standalone one has none.");
        }
    }
}
