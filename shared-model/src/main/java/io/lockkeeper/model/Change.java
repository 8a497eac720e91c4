package io.lockkeeper.model;

import static com.mongodb.client.model.ReturnDocument.AFTER;

import com.mongodb.WriteConcern;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/**
 * One change of one lock, ready for {@code findOneAndUpdate(filter, pipeline, options)}; its answer is the lock as the
 * change left it and the server's time, read by {@link #answer}.
 *
 * @param filter the lock's name, and nothing else where {@link Settle} upserts: a further condition surfaces duplicate-key errors under
 *     contention
 * @param pipeline the steps of {@link Settle} or {@link FirstGrant}
 * @param upsert whether a lock that has no document yet gets one
 */
public record Change(Bson filter, List<BsonDocument> pipeline, boolean upsert) {

    private static final BsonDocument ANSWER =
            BsonDocument.parse("{ lock: %s, now: '$$NOW' }".formatted(StoredSize.BOUNDED));

    static Change of(LockName name, List<BsonDocument> pipeline) {
        return of(name.value(), pipeline);
    }

    static Change of(String name, List<BsonDocument> pipeline) {
        return new Change(Filters.eq("_id", new BsonString(name)), pipeline, false);
    }

    Change upserting() {
        return new Change(filter, pipeline, true);
    }

    public FindOneAndUpdateOptions options() {
        return new FindOneAndUpdateOptions()
                .upsert(upsert)
                .returnDocument(AFTER)
                .projection(ANSWER);
    }

    /** The change as a command, with {@link #answer} to read in its answer's {@code value}. */
    public BsonDocument command(WriteConcern writeConcern) {
        return new BsonDocument("findAndModify", new BsonString(LockDocument.COLLECTION))
                .append("query", filter.toBsonDocument())
                .append("update", new BsonArray(pipeline))
                .append("upsert", BsonBoolean.valueOf(upsert))
                .append("new", BsonBoolean.TRUE)
                .append("fields", ANSWER)
                .append("writeConcern", writeConcern.asDocument());
    }

    /** The projection with which a plain read gives the same answer as a change. */
    public static BsonDocument answerProjection() {
        return ANSWER.clone();
    }

    /**
     * Reads the answer of a change, or of a read with {@link #answerProjection}. Where the driver had to send a change again
     * that had been applied, the server answers with the document as the change left it and leaves the projection out: the
     * latest time in the document then stands for the server's.
     *
     * @throws DamagedLockException if the document is not a lock document
     */
    public static Snapshot answer(BsonDocument answer) {
        if (answer.isDocument("lock") && answer.isDateTime("now")) {
            return new Snapshot(
                    LockMapper.fromBson(answer.getDocument("lock")),
                    Instant.ofEpochMilli(answer.getDateTime("now").getValue()));
        }
        LockDocument lock = LockMapper.fromBson(answer);
        return new Snapshot(lock, latestTime(lock));
    }

    private static Instant latestTime(LockDocument lock) {
        Stream<Instant> touched = Stream.concat(
                lock.holders().stream().map(Holder::updatedAt),
                lock.queue().stream().map(Waiter::updatedAt));
        Stream<Instant> ended = Optional.ofNullable(lock.released()).map(Released::at).stream();
        return Stream.concat(touched, ended).max(Comparator.naturalOrder()).orElse(lock.expiresAt());
    }
}
