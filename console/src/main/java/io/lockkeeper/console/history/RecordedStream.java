package io.lockkeeper.console.history;

import com.mongodb.MongoCommandException;
import com.mongodb.ReadPreference;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import io.lockkeeper.model.LockDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** The change stream of the locks, in batches, with what each event itself tells and nothing looked up. Used by one thread. */
final class RecordedStream implements AutoCloseable {

    private static final long AWAIT_MILLIS = 500;
    private static final int BATCH = 1_000;
    private static final Set<OperationType> ENDS =
            Set.of(OperationType.DROP, OperationType.DROP_DATABASE, OperationType.RENAME, OperationType.INVALIDATE);
    private static final Set<Integer> HISTORY_LOST = Set.of(286, 280, 222, 260);

    private final MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor;
    private boolean ended;

    private RecordedStream(MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor) {
        this.cursor = cursor;
    }

    /** From the place at which an earlier one stopped. */
    static RecordedStream after(MongoDatabase database, Document place) {
        BsonDocument token = place.toBsonDocument();
        return new RecordedStream(watch(database).startAfter(token).cursor());
    }

    /** From now. */
    static RecordedStream fromNow(MongoDatabase database) {
        return new RecordedStream(
                watch(database).startAtOperationTime(now(database)).cursor());
    }

    private static ChangeStreamIterable<BsonDocument> watch(MongoDatabase database) {
        MongoCollection<BsonDocument> locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .withReadPreference(ReadPreference.primary());
        return locks.watch().maxAwaitTime(AWAIT_MILLIS, TimeUnit.MILLISECONDS).batchSize(BATCH);
    }

    private static BsonTimestamp now(MongoDatabase database) {
        return database.runCommand(BsonDocument.parse("{ hello: 1 }"), ReadPreference.primary(), BsonDocument.class)
                .getDocument("lastWrite")
                .getDocument("majorityOpTime")
                .getTimestamp("ts");
    }

    /** Whether the server no longer knows what happened since the place. */
    static boolean isHistoryLost(MongoCommandException e) {
        return HISTORY_LOST.contains(e.getErrorCode());
    }

    /** What comes within half a second, and all that came with it; empty for nothing. */
    List<ChangeStreamDocument<BsonDocument>> next() {
        List<ChangeStreamDocument<BsonDocument>> batch = new ArrayList<>();
        ChangeStreamDocument<BsonDocument> event = cursor.tryNext();
        while (event != null) {
            if (ENDS.contains(event.getOperationType())) {
                ended = true;
                return batch;
            }
            batch.add(event);
            event = cursor.available() > 0 ? cursor.tryNext() : null;
        }
        return batch;
    }

    /** Whether the collection was dropped or renamed: the stream starts again. */
    boolean hasEnded() {
        return ended;
    }

    /** The place behind all that was answered. */
    @Nullable
    Document place() {
        BsonDocument token = cursor.getResumeToken();
        return token == null
                ? null
                : Document.parse(Objects.requireNonNull(token).toJson());
    }

    @Override
    public void close() {
        cursor.close();
    }
}
