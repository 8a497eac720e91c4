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
import io.lockkeeper.console.ground.mongodb.PastWindow;
import io.lockkeeper.console.ground.mongodb.StreamReach;
import io.lockkeeper.console.ground.mongodb.StreamToken;
import io.lockkeeper.console.watch.board.CommittedTime;
import io.lockkeeper.console.watch.source.SharedChanges;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
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

/** The change stream of the locks, in batches, with the events' own content and nothing looked up. Used by one thread. */
final class RecordedStream implements AutoCloseable {

    private static final long AWAIT_MILLIS = 500;
    /** How many events are written together. */
    private static final int MOST_TOGETHER = 1_000;

    /** How many bytes of events are held at a time. */
    private static final int MOST_BYTES = 1 << 20;

    /** Later than any reading: who shares the stream reads again. */
    private static final BsonTimestamp NOT_KNOWN = new BsonTimestamp(-1, 0);

    private static final DocumentLimit LIMIT = DocumentLimit.OF_LOCKS;
    private static final Set<OperationType> ENDS =
            Set.of(OperationType.DROP, OperationType.DROP_DATABASE, OperationType.RENAME, OperationType.INVALIDATE);
    private static final int TOO_LARGE = 10334;

    private final MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor;
    private final BsonTimestamp begin;
    private final Instant since;
    private final @Nullable Past past;
    private @Nullable BsonTimestamp ended;
    private @Nullable SharedChanges shared;

    private RecordedStream(
            MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor,
            BsonTimestamp begin,
            Instant since,
            @Nullable Past past) {
        this.cursor = cursor;
        this.begin = begin;
        this.since = since;
        this.past = past;
    }

    /**
     * A part of the past to be read.
     *
     * @param told a place in it: earlier changes are recorded, and read once more to know who held what; null if none are
     */
    record Past(
            BsonTimestamp from,
            BsonTimestamp until,
            @Nullable RecorderPlace told) {

        /** After when ends are recorded: earlier ones are in the history, or too old for it. */
        Instant since() {
            return told == null ? Instant.ofEpochSecond(from.getTime()) : told.at();
        }
    }

    /** The stream from the place at which an earlier one stopped. */
    static RecordedStream after(MongoDatabase database, RecorderPlace place) {
        BsonDocument token = place.token().toBsonDocument();
        BsonTimestamp begin = StreamToken.time(token).orElse(NOT_KNOWN);
        return new RecordedStream(watch(locks(database)).startAfter(token).cursor(), begin, place.at(), null);
    }

    static RecordedStream fromNow(MongoDatabase database, Instant now) {
        BsonTimestamp begin = CommittedTime.of(database, LockDocument.COLLECTION);
        return new RecordedStream(
                watch(locks(database)).startAtOperationTime(begin).cursor(), begin, now, null);
    }

    static RecordedStream of(MongoDatabase database, Past past) {
        MongoCollection<RawBsonDocument> slow =
                locks(database).withTimeout(PastWindow.MOST_OF_A_CALL.toSeconds(), TimeUnit.SECONDS);
        return new RecordedStream(
                watch(slow).startAtOperationTime(past.from()).cursor(), past.from(), past.since(), past);
    }

    private static MongoCollection<RawBsonDocument> locks(MongoDatabase database) {
        return database.getCollection(LockDocument.COLLECTION, RawBsonDocument.class)
                .withReadPreference(ReadPreference.primary());
    }

    private static ChangeStreamIterable<RawBsonDocument> watch(MongoCollection<RawBsonDocument> locks) {
        return locks.watch(LIMIT.changes())
                .maxAwaitTime(AWAIT_MILLIS, TimeUnit.MILLISECONDS)
                .batchSize(LIMIT.batch());
    }

    /** After when ends are recorded: earlier ones are in the history, or too old for it. */
    Instant since() {
        return since;
    }

    /** Shows all that it brings to another reader, too. */
    void shareWith(SharedChanges other) {
        shared = other;
        other.begin(begin);
    }

    /** Shows what {@link #next} brought since it was asked at that moment. */
    void share(List<ChangeStreamDocument<RawBsonDocument>> events, Instant asked) {
        SharedChanges other = shared;
        BsonDocument token = cursor.getResumeToken();
        if (other != null && token != null) {
            other.add(events, token, events.isEmpty() ? reached(asked) : Decoder.time(events.getLast()));
        }
    }

    /** Whether it reads the past, up to what was committed when it was opened. */
    boolean isPast() {
        return past != null;
    }

    /** Whether the part of the past has been read. */
    boolean isRead() {
        return past != null && time().compareTo(past.until()) >= 0;
    }

    /** How many of the first of these events are recorded already. */
    int told(List<ChangeStreamDocument<RawBsonDocument>> events) {
        RecorderPlace place = past == null ? null : past.told();
        if (place == null) {
            return 0;
        }
        BsonDocument token = place.token().toBsonDocument();
        return (int) events.stream()
                .takeWhile(event -> !StreamToken.isAfter(event.getResumeToken(), token))
                .count();
    }

    /** Up to when all events have been received, if none came since it was asked at that moment. */
    Instant reached(Instant asked) {
        return past == null ? asked : Instant.ofEpochSecond(time().getTime());
    }

    private BsonTimestamp time() {
        BsonDocument token = cursor.getResumeToken();
        BsonTimestamp from = Objects.requireNonNull(past).from();
        return token == null ? from : StreamToken.time(token).orElse(from);
    }

    /** Whether a change is missing because it is larger than MongoDB allows an answer to be. */
    static boolean isTooLarge(MongoCommandException e) {
        return e.getErrorCode() == TOO_LARGE;
    }

    /** Whether the server no longer knows what happened since the place. */
    static boolean isHistoryLost(MongoCommandException e) {
        return StreamReach.isLost(e);
    }

    /** The events of half a second, and those that follow at once, within bounds; empty for none. */
    List<ChangeStreamDocument<RawBsonDocument>> next() {
        List<ChangeStreamDocument<RawBsonDocument>> batch = new ArrayList<>();
        int bytes = 0;
        int answered = 0;
        ChangeStreamDocument<RawBsonDocument> event = cursor.tryNext();
        while (event != null) {
            if (ENDS.contains(event.getOperationType())) {
                ended = StreamToken.time(event);
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
        return ended != null;
    }

    /** When the collection ended. */
    Instant endedAt() {
        return Instant.ofEpochSecond(Objects.requireNonNull(ended).getTime());
    }

    /** The rest of the past behind the end of the collection. */
    Past rest() {
        BsonTimestamp next = CommittedTime.after(Objects.requireNonNull(ended));
        return new Past(next, Objects.requireNonNull(past).until(), null);
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
