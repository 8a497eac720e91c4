package io.lockkeeper.console.remember.history;

import com.mongodb.MongoCommandException;
import com.mongodb.ReadPreference;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.model.LockDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** The change stream of the locks, in batches, with what each event itself tells and nothing looked up. Used by one thread. */
final class RecordedStream implements AutoCloseable {

    private static final long AWAIT_MILLIS = 500;
    /** So many events are written together. */
    private static final int MOST_TOGETHER = 1_000;

    /** So many bytes of events are held at a time. */
    private static final int MOST_BYTES = 1 << 20;

    private static final DocumentLimit LIMIT = DocumentLimit.OF_LOCKS;
    private static final Set<OperationType> ENDS =
            Set.of(OperationType.DROP, OperationType.DROP_DATABASE, OperationType.RENAME, OperationType.INVALIDATE);
    private static final int TOO_LARGE = 10334;
    private static final Set<Integer> HISTORY_LOST = Set.of(286, 280, 222, 260);

    private final MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor;
    private boolean ended;

    private RecordedStream(MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor) {
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

    private static ChangeStreamIterable<RawBsonDocument> watch(MongoDatabase database) {
        MongoCollection<RawBsonDocument> locks = database.getCollection(LockDocument.COLLECTION, RawBsonDocument.class)
                .withReadPreference(ReadPreference.primary());
        return locks.watch(LIMIT.changes())
                .maxAwaitTime(AWAIT_MILLIS, TimeUnit.MILLISECONDS)
                .batchSize(LIMIT.batch());
    }

    private static BsonTimestamp now(MongoDatabase database) {
        return database.runCommand(BsonDocument.parse("{ hello: 1 }"), ReadPreference.primary(), BsonDocument.class)
                .getDocument("lastWrite")
                .getDocument("majorityOpTime")
                .getTimestamp("ts");
    }

    /** Whether a change could not be told because it is larger than MongoDB allows an answer to be. */
    static boolean isTooLarge(MongoCommandException e) {
        return e.getErrorCode() == TOO_LARGE;
    }

    /** Whether the server no longer knows what happened since the place. */
    static boolean isHistoryLost(MongoCommandException e) {
        return HISTORY_LOST.contains(e.getErrorCode());
    }

    /** What comes within half a second, and what follows it at once, within bounds; empty for nothing. */
    List<ChangeStreamDocument<RawBsonDocument>> next() {
        List<ChangeStreamDocument<RawBsonDocument>> batch = new ArrayList<>();
        int bytes = 0;
        int answered = 0;
        ChangeStreamDocument<RawBsonDocument> event = cursor.tryNext();
        while (event != null) {
            if (ENDS.contains(event.getOperationType())) {
                ended = true;
                return batch;
            }
            batch.add(event);
            bytes += DocumentLimit.sizeOf(event);
            answered++;
            if (bytes > MOST_BYTES || batch.size() >= MOST_TOGETHER) {
                return batch;
            }
            boolean more = cursor.available() > 0;
            boolean full = answered >= LIMIT.batch();
            answered = more ? answered : 0;
            event = more || full ? cursor.tryNext() : null;
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
