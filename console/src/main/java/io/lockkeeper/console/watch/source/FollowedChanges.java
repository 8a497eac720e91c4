package io.lockkeeper.console.watch.source;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** The changes of a collection, one after the other. For one thread. */
interface FollowedChanges extends AutoCloseable {

    /** The next change; null if none came within half a second. */
    @Nullable
    ChangeStreamDocument<RawBsonDocument> next();

    /** The place behind the last change. */
    @Nullable
    BsonDocument token();

    /** Up to when all changes have come, if none came since it was asked at that moment. */
    Instant reached(Instant asked);

    /** Whether no more come, although nothing failed: the collection is to be read again. */
    default boolean isOver() {
        return false;
    }

    @Override
    void close();

    /** Those of a change stream of one's own. */
    record Own(MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor) implements FollowedChanges {

        @Override
        public @Nullable ChangeStreamDocument<RawBsonDocument> next() {
            return cursor.tryNext();
        }

        @Override
        public @Nullable BsonDocument token() {
            return cursor.getResumeToken();
        }

        @Override
        public Instant reached(Instant asked) {
            return asked;
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
