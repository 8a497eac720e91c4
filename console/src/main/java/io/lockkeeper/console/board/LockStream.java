package io.lockkeeper.console.board;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.OperationType;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * One change stream over the locks, applied to the {@link Board}.
 *
 * <p>A fresh start opens the stream, then reads the collection, then applies the events: none is missed. Events that the
 * read already contains are skipped, for they would show a lock as it was. Used by one thread.
 */
@Component
class LockStream {

    private static final BsonDocument FREE = BsonDocument.parse("{ holders: { $size: 0 }, queue: { $size: 0 } }");
    /** Also what is no lock document: it is to be seen. */
    private static final BsonDocument NOT_FREE =
            BsonDocument.parse("{ $nor: [ { holders: { $size: 0 }, queue: { $size: 0 } } ] }");

    private static final long AWAIT_MILLIS = 500;
    private static final int BATCH = 1_000;

    private final MongoDatabase database;
    private final MongoCollection<BsonDocument> locks;
    private final ResumeTokens tokens;
    private final Board board;
    private final Pulse pulse;
    private final ServerClock clock;
    private @Nullable BsonDocument place;
    private boolean restored;
    private boolean loaded;
    private BsonTimestamp contained = new BsonTimestamp(0);

    LockStream(MongoDatabase database, Board board, Pulse pulse, ServerClock clock) {
        this.database = database;
        this.locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.tokens = new ResumeTokens(database);
        this.board = board;
        this.pulse = pulse;
        this.clock = clock;
    }

    /** Forgets where the stream was: the next one reads the collection again. */
    void startAfresh() {
        place = null;
        loaded = false;
    }

    /** Follows the stream while {@code open}; returns early if the collection was dropped or renamed. */
    void follow(BooleanSupplier open) {
        restorePlace();
        try (MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor = open()) {
            if (!loaded) {
                readAll();
                loaded = true;
            }
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

    private MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> open() {
        ChangeStreamIterable<BsonDocument> watch = locks.watch()
                .fullDocument(FullDocument.UPDATE_LOOKUP)
                .maxAwaitTime(AWAIT_MILLIS, TimeUnit.MILLISECONDS)
                .batchSize(BATCH);
        return place == null ? watch.cursor() : watch.startAfter(place).cursor();
    }

    private void readAll() {
        Instant asOf = clock.now();
        contained = majorityTime();
        List<LockView> found = new ArrayList<>();
        locks.find(NOT_FREE).batchSize(BATCH).map(LockView::of).into(found);
        List<LockView> free = locks.find(FREE)
                .sort(Sorts.descending("expiresAt"))
                .limit(Board.FREE_KEPT)
                .map(LockView::of)
                .into(new ArrayList<>());
        found.addAll(free.reversed());
        board.replaceAll(found);
        pulse.completeAt(asOf);
    }

    /** Waits for an event at most {@link #AWAIT_MILLIS}; answers whether the stream goes on. */
    private boolean next(MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor) {
        Instant asked = clock.now();
        ChangeStreamDocument<BsonDocument> event = cursor.tryNext();
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
        return !ends(event);
    }

    private void apply(ChangeStreamDocument<BsonDocument> event) {
        BsonDocument key = event.getDocumentKey();
        BsonDocument lock = event.getFullDocument();
        if (lock != null) {
            board.put(LockView.of(lock));
        } else if (key != null) {
            board.remove(LockView.nameOf(key));
        }
    }

    private boolean isNews(ChangeStreamDocument<BsonDocument> event) {
        return event.getClusterTime() == null || event.getClusterTime().compareTo(contained) > 0;
    }

    private static boolean ends(ChangeStreamDocument<BsonDocument> event) {
        OperationType type = event.getOperationType();
        return type == OperationType.DROP
                || type == OperationType.DROP_DATABASE
                || type == OperationType.RENAME
                || type == OperationType.INVALIDATE;
    }

    private Instant timeOf(ChangeStreamDocument<BsonDocument> event) {
        return event.getWallTime() == null
                ? clock.now()
                : Instant.ofEpochMilli(event.getWallTime().getValue());
    }

    /** What is committed by now is in every majority read that follows. */
    private BsonTimestamp majorityTime() {
        BsonDocument hello =
                database.runCommand(BsonDocument.parse("{ hello: 1 }"), ReadPreference.primary(), BsonDocument.class);
        return hello.getDocument("lastWrite").getDocument("majorityOpTime").getTimestamp("ts");
    }
}
