package io.lockkeeper.console.source;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import io.lockkeeper.console.board.CommittedTime;
import io.lockkeeper.console.board.Freshness;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.board.Worker;
import io.lockkeeper.console.cluster.Cluster;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.mongodb.MongoTrouble;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the boards of one collection's sources current by one change stream: reads the collection as it was committed at
 * some moment, then follows the stream from there, and continues where it broke. Where that is lost, it reads again.
 */
public final class CollectionFeed {

    private static final Logger LOG = LoggerFactory.getLogger(CollectionFeed.class);
    private static final Set<OperationType> ENDS =
            EnumSet.of(OperationType.DROP, OperationType.DROP_DATABASE, OperationType.RENAME, OperationType.INVALIDATE);
    private static final String RESUMABLE = "ResumableChangeStreamError";
    private static final long AWAIT_MILLIS = 500;
    private static final long PAUSE_MILLIS = 1_000;
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);
    private static final int BATCH = 1_000;

    private final Worker worker;
    private final Cluster cluster;
    private final Place place;
    private final MongoDatabase database;
    private final MongoCollection<BsonDocument> collection;
    private final List<SourceBoard> boards;
    private final ServerClock clock;
    private final List<ForeignChange.Listener> listeners;
    private final Duration lookEvery;
    private CollectionOptions options = CollectionOptions.NONE;
    private Instant nextLook = Instant.EPOCH;
    private @Nullable BsonDocument resume;
    private @Nullable BsonTimestamp contained;
    private volatile @Nullable Instant asOf;
    private volatile String trouble = "";

    CollectionFeed(Cluster cluster, Place place, List<SourceBoard> boards, List<ForeignChange.Listener> listeners) {
        this(cluster, place, boards, listeners, LOOK_EVERY);
    }

    /** @param lookEvery how often it looks whether the collection's options are still the same */
    CollectionFeed(
            Cluster cluster,
            Place place,
            List<SourceBoard> boards,
            List<ForeignChange.Listener> listeners,
            Duration lookEvery) {
        this.lookEvery = lookEvery;
        this.cluster = cluster;
        this.place = place;
        this.boards = List.copyOf(boards);
        clock = cluster.clock();
        database = cluster.client().getDatabase(place.namespace().getDatabaseName());
        this.listeners = List.copyOf(listeners);
        collection = database.getCollection(place.namespace().getCollectionName(), BsonDocument.class)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        worker = new Worker("source-feed", this::turn, this::failed, () -> PAUSE_MILLIS);
    }

    void start() {
        worker.start();
    }

    void stop() {
        worker.stop();
    }

    List<SourceBoard> boards() {
        return boards;
    }

    /** How far the boards can be trusted. */
    public Freshness freshness() {
        return Freshness.at(clock.now(), asOf, trouble.isEmpty());
    }

    /** Why the feed stands still, as a sentence; empty while it runs. */
    public String trouble() {
        return trouble;
    }

    private void turn() {
        try {
            follow();
            startAfresh();
        } catch (MongoCommandException e) {
            if (!e.hasErrorLabel(RESUMABLE)) {
                startAfresh();
            }
            broke(e);
        } catch (MongoException e) {
            broke(e);
        }
    }

    /** After any failure the boards may be half changed, so the collection is read again. */
    private void failed(Throwable cause) {
        startAfresh();
        trouble = "The console failed; its log says why.";
    }

    private void startAfresh() {
        resume = null;
        contained = null;
    }

    private void broke(MongoException e) {
        String why = MongoTrouble.isRefusal(e)
                ? "MongoDB denies this to the console: its user needs find, changeStream and listIndexes on %s."
                        .formatted(place)
                : cluster.sentence(e);
        if (worker.isOpen() && !why.equals(trouble)) {
            LOG.warn("A source is not followed at the moment: collection={} because=\"{}\"", place, why);
        }
        trouble = why;
    }

    private void follow() {
        BsonTimestamp from = contained == null ? readAll() : contained;
        try (MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor = open(from)) {
            trouble = "";
            boolean goesOn = true;
            while (goesOn && worker.isOpen()) {
                goesOn = next(cursor, from) && isAsRead();
            }
        }
    }

    /** What was read by other options than the collection has now is read again. */
    private boolean isAsRead() {
        Instant now = clock.now();
        if (now.isBefore(nextLook)) {
            return true;
        }
        nextLook = now.plus(lookEvery);
        return options.equals(CollectionOptions.of(database, collection));
    }

    private MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> open(BsonTimestamp from) {
        ChangeStreamIterable<BsonDocument> watch = options.images()
                .in(collection.watch())
                .maxAwaitTime(AWAIT_MILLIS, TimeUnit.MILLISECONDS)
                .batchSize(BATCH);
        return resume == null
                ? watch.startAtOperationTime(CommittedTime.after(from)).cursor()
                : watch.startAfter(resume).cursor();
    }

    /** Reads only documents that the dialects may read; returns the moment up to which the reading is complete. */
    private BsonTimestamp readAll() {
        Instant began = clock.now();
        BsonTimestamp committed = CommittedTime.of(database);
        options = CollectionOptions.of(database, collection);
        nextLook = began.plus(lookEvery);
        List<SourceBoard> fresh = boards.stream()
                .map(board -> new SourceBoard(board.source(), board.dialect()))
                .toList();
        try (MongoCursor<BsonDocument> found = collection
                .find(Filters.or(
                        boards.stream().map(board -> board.dialect().filter()).toList()))
                .projection(Projections.include(boards.stream()
                        .flatMap(board -> board.dialect().topFields().stream())
                        .distinct()
                        .toList()))
                .batchSize(BATCH)
                .cursor()) {
            while (found.hasNext() && worker.isOpen()) {
                BsonDocument document = found.next();
                fresh.forEach(board -> board.put(document, options.indexes(), began));
            }
        }
        for (int i = 0; i < boards.size(); i++) {
            boards.get(i).replaceBy(fresh.get(i));
        }
        boards.forEach(board -> listeners.forEach(each -> each.readAnew(board.source(), board)));
        contained = committed;
        asOf = began;
        return committed;
    }

    private boolean next(MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor, BsonTimestamp from) {
        Instant asked = clock.now();
        ChangeStreamDocument<BsonDocument> event = cursor.tryNext();
        resume = cursor.getResumeToken();
        if (event == null) {
            asOf = asked;
            return true;
        }
        if (event.getClusterTime() == null || event.getClusterTime().compareTo(from) > 0) {
            apply(event);
        }
        asOf = event.getWallTime() == null ? asked : at(event);
        return !ENDS.contains(event.getOperationType());
    }

    /** A document that was deleted since its change comes without its content. */
    private void apply(ChangeStreamDocument<BsonDocument> event) {
        BsonDocument key = event.getDocumentKey();
        if (key != null) {
            BsonDocument document = options.images().after(event, key, collection);
            boards.forEach(board -> apply(event, key, document, board));
        }
    }

    private void apply(
            ChangeStreamDocument<BsonDocument> event,
            BsonDocument key,
            @Nullable BsonDocument document,
            SourceBoard board) {
        BsonValue id = key.get("_id", BsonNull.VALUE);
        Instant at = at(event);
        Optional<ForeignLock> before = before(event, id, board);
        Optional<ForeignLock> after = Optional.empty();
        if (document == null) {
            board.remove(key);
        } else {
            after = board.put(document, options.indexes(), at);
        }
        if (before.isPresent() || after.isPresent()) {
            BsonTimestamp place = Objects.requireNonNullElseGet(event.getClusterTime(), BsonTimestamp::new);
            ForeignChange change = new ForeignChange(id, before, after, document == null, at, place);
            listeners.forEach(each -> each.changed(board.source(), board, change));
        }
    }

    private Optional<ForeignLock> before(ChangeStreamDocument<BsonDocument> event, BsonValue id, SourceBoard board) {
        BsonDocument image = event.getFullDocumentBeforeChange();
        return image == null ? board.find(id) : board.dialect().read(image, options.indexes());
    }

    private Instant at(ChangeStreamDocument<BsonDocument> event) {
        return event.getWallTime() == null
                ? clock.now()
                : Instant.ofEpochMilli(event.getWallTime().getValue());
    }
}
