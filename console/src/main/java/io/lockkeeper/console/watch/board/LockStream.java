package io.lockkeeper.console.watch.board;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.OperationType;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * One change stream over the locks, applied to the {@link Board}.
 *
 * <p>A fresh start asks what is committed, then reads the collection, then follows the stream from that moment: no event is
 * missed, however long the reading takes. Events that the reading already contains are skipped, for they would show a lock
 * as it was. Used by one thread.
 */
@Component
class LockStream {

    private static final long AWAIT_MILLIS = 500;
    private static final DocumentLimit LIMIT = DocumentLimit.OF_LOCKS;
    private static final int FIRST_STEP = 10_000;

    private final MongoDatabase database;
    private final MongoCollection<RawBsonDocument> locks;
    private final ResumeTokens tokens;
    private final Board board;
    private final Pulse pulse;
    private final ServerClock clock;
    private @Nullable BsonDocument place;
    private boolean restored;
    private boolean loaded;
    private @Nullable FirstReading reading;
    private BsonTimestamp contained = new BsonTimestamp(0);

    LockStream(MongoDatabase database, ResumeTokens tokens, Board board, Pulse pulse, ServerClock clock) {
        this.database = database;
        this.locks = database.getCollection(LockDocument.COLLECTION, RawBsonDocument.class)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.tokens = tokens;
        this.board = board;
        this.pulse = pulse;
        this.clock = clock;
    }

    /** Forgets where the stream was: the next one reads the collection again. */
    void startAfresh() {
        place = null;
        loaded = false;
        reading = null;
    }

    /**
     * Follows the stream while {@code open}; returns early if the collection is to be read again: it was dropped or renamed, or
     * there is room again for locks that did not fit.
     */
    void follow(BooleanSupplier open) {
        restorePlace();
        if (!loaded && !readAll(open)) {
            return;
        }
        try (MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor = open()) {
            pulse.streaming(true);
            boolean goesOn = true;
            while (goesOn && open.getAsBoolean()) {
                goesOn = next(cursor);
            }
        }
    }

    /** The place at which the process before this one stopped serves once: it may be past use. */
    private void restorePlace() {
        if (!restored) {
            place = tokens.load(clock.now()).orElse(null);
            restored = true;
        }
    }

    private MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> open() {
        ChangeStreamIterable<RawBsonDocument> watch = locks.watch(LIMIT.states())
                .fullDocument(FullDocument.UPDATE_LOOKUP)
                .maxAwaitTime(AWAIT_MILLIS, TimeUnit.MILLISECONDS)
                .batchSize(LIMIT.batch());
        return place == null
                ? watch.startAtOperationTime(CommittedTime.after(contained)).cursor()
                : watch.startAfter(place).cursor();
    }

    /** Goes on with a reading that was interrupted. Answers whether it came to its end. */
    private boolean readAll(BooleanSupplier open) {
        FirstReading now = reading == null ? begin() : reading;
        reading = now;
        pulse.reading(now.progress());
        while (!now.isDone() && open.getAsBoolean()) {
            now.readOn();
            pulse.reading(now.progress());
        }
        if (now.isDone()) {
            board.replaceAll(now.all());
            contained = now.contained();
            reading = null;
            loaded = true;
            pulse.completeAt(now.asOf());
            pulse.reading(null);
        }
        return loaded;
    }

    private FirstReading begin() {
        Instant asOf = clock.now();
        return new FirstReading(locks, asOf, CommittedTime.of(database), FIRST_STEP, System::nanoTime);
    }

    /** Waits for an event at most {@link #AWAIT_MILLIS}; answers whether the stream goes on. */
    private boolean next(MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor) {
        Instant asked = clock.now();
        ChangeStreamDocument<RawBsonDocument> event = cursor.tryNext();
        place = cursor.getResumeToken();
        tokens.save(place, asked);
        if (event == null) {
            pulse.completeAt(asked);
            return true;
        }
        if (isNews(event)) {
            apply(event);
            pulse.completeAt(timeOf(event));
        }
        return !ends(event) && !board.hasRoomAgain();
    }

    private void apply(ChangeStreamDocument<RawBsonDocument> event) {
        BsonDocument key = event.getDocumentKey();
        RawBsonDocument lock = event.getFullDocument();
        if (lock != null) {
            board.put(LockView.of(lock));
        } else if (key != null) {
            board.remove(LockView.nameOf(key), key.isString("_id"));
        }
    }

    private boolean isNews(ChangeStreamDocument<RawBsonDocument> event) {
        return event.getClusterTime() == null || event.getClusterTime().compareTo(contained) > 0;
    }

    private static boolean ends(ChangeStreamDocument<RawBsonDocument> event) {
        OperationType type = event.getOperationType();
        return type == OperationType.DROP
                || type == OperationType.DROP_DATABASE
                || type == OperationType.RENAME
                || type == OperationType.INVALIDATE;
    }

    private Instant timeOf(ChangeStreamDocument<RawBsonDocument> event) {
        return event.getWallTime() == null
                ? clock.now()
                : Instant.ofEpochMilli(event.getWallTime().getValue());
    }
}
