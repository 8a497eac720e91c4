package io.lockkeeper.console.watch.source;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.watch.board.CommittedTime;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.KnownUntil;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.console.watch.cluster.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the boards of one collection's sources current by one change stream: reads the collection as it was committed at
 * some moment, then follows the stream from there, and continues where it broke. Where that is lost, it reads again, and tells
 * what happened in between by the images of the stream's events, if the collection keeps them.
 */
public final class CollectionFeed {

    private static final Logger LOG = LoggerFactory.getLogger(CollectionFeed.class);
    private static final Set<OperationType> ENDS =
            EnumSet.of(OperationType.DROP, OperationType.DROP_DATABASE, OperationType.RENAME, OperationType.INVALIDATE);
    private static final String RESUMABLE = "ResumableChangeStreamError";
    private static final long AWAIT_MILLIS = 500;
    private static final long PAUSE_MILLIS = 1_000;
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);
    /** The boards lag while the feed catches up. */
    private static final Duration CAUGHT_UP = Duration.ofHours(1);

    private static final DocumentLimit LIMIT = new DocumentLimit(DocumentLimit.OF_LOCKS.bytes() / 2);
    private static final DocumentLimit SMALL = DocumentLimit.SMALL;

    private final Worker worker;
    private final Cluster cluster;
    private final Place place;
    private final MongoDatabase database;
    private final MongoCollection<RawBsonDocument> collection;
    private final CollectionEvents events;
    private final ServerClock clock;
    private final Duration lookEvery;
    private final Supplier<Optional<StreamMark>> kept;
    private CollectionOptions options = CollectionOptions.NONE;
    private Instant nextLook = Instant.EPOCH;
    private @Nullable BsonDocument resume;
    private @Nullable BsonTimestamp contained;
    private @Nullable StreamMark told;
    private final KnownUntil known = new KnownUntil();
    private volatile String trouble = "";

    /** @param kept how far an earlier feed of the collection told what had happened; asked once */
    CollectionFeed(
            Cluster cluster,
            Place place,
            List<SourceBoard> boards,
            List<ForeignChange.Listener> listeners,
            Supplier<Optional<StreamMark>> kept) {
        this(cluster, place, boards, listeners, kept, LOOK_EVERY);
    }

    /** @param lookEvery how often it looks whether the collection's options are still the same */
    CollectionFeed(
            Cluster cluster,
            Place place,
            List<SourceBoard> boards,
            List<ForeignChange.Listener> listeners,
            Supplier<Optional<StreamMark>> kept,
            Duration lookEvery) {
        this.kept = kept;
        this.lookEvery = lookEvery;
        this.cluster = cluster;
        this.place = place;
        clock = cluster.clock();
        database = cluster.client().getDatabase(place.namespace().getDatabaseName());
        collection = database.getCollection(place.namespace().getCollectionName(), RawBsonDocument.class)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        events = new CollectionEvents(place, collection, boards, clock, listeners);
        worker = new Worker("source-feed", this::turn, this::failed, () -> PAUSE_MILLIS);
    }

    void start() {
        worker.start();
    }

    void stop() {
        worker.stop();
        boards().forEach(SourceBoard::close);
    }

    List<SourceBoard> boards() {
        return events.boards();
    }

    /** How far the boards can be trusted. */
    public Freshness freshness() {
        return Freshness.at(clock.now(), known.time(), trouble.isEmpty());
    }

    /** The last time in which the locks were not known. */
    public Outage lastOutage() {
        return known.lastOutage();
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
                told = told == null ? null : told.lost();
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
        if (contained == null) {
            contained = readAll();
            resume = caughtUp();
        }
        try (MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor = open(contained)) {
            trouble = "";
            boolean goesOn = true;
            while (goesOn && worker.isOpen()) {
                goesOn = next(cursor, contained) && isAsRead();
            }
        }
    }

    /** The token from which events fill the time between the mark and the reading; null if there is none, or they cannot. */
    private @Nullable BsonDocument caughtUp() {
        StreamMark last = told;
        Instant until = known.time();
        if (last == null || until == null) {
            return null;
        }
        String why = whyMissed(last, until);
        if (why.isEmpty()) {
            return last.token();
        }
        events.missed(new Missed(last.at(), until, why));
        return null;
    }

    private String whyMissed(StreamMark last, Instant until) {
        if (last.token() == null) {
            return "The stream of the collection's changes could not be continued.";
        }
        if (!options.images().kept()) {
            return "No console followed the collection, and it keeps no pre- and post-images that would tell.";
        }
        return last.at().plus(CAUGHT_UP).isBefore(until)
                ? "No console followed the collection, for longer than is caught up with."
                : "";
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

    private MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> open(BsonTimestamp from) {
        ChangeStreamIterable<RawBsonDocument> watch = options.images()
                .in(collection.watch(LIMIT.images(fields())))
                .maxAwaitTime(AWAIT_MILLIS, TimeUnit.MILLISECONDS)
                .batchSize(LIMIT.batch());
        return resume == null
                ? watch.startAtOperationTime(CommittedTime.after(from)).cursor()
                : watch.startAfter(resume).cursor();
    }

    /** Reads the documents that are locks of the dialects, readable or not; returns the moment up to which the reading is complete. */
    private BsonTimestamp readAll() {
        Instant began = clock.now();
        BsonTimestamp committed = CommittedTime.of(database);
        if (known.time() == null) {
            told = kept.get().orElse(null);
        }
        options = CollectionOptions.of(database, collection);
        nextLook = began.plus(lookEvery);
        List<SourceBoard> fresh = boards().stream()
                .map(board -> new SourceBoard(board.source(), board.dialect()))
                .toList();
        read(SMALL.fitting(), SMALL, fresh, began);
        read(SMALL.exceeding(LIMIT), LIMIT, fresh, began);
        events.readAnew(fresh);
        known.advance(began);
        return committed;
    }

    private void read(List<Bson> sizes, DocumentLimit each, List<SourceBoard> fresh, Instant now) {
        List<Bson> stages = new ArrayList<>();
        stages.add(Aggregates.match(Filters.and(
                DocumentLimit.hasShortId(),
                Filters.or(
                        boards().stream().map(board -> board.dialect().filter()).toList()))));
        stages.add(Aggregates.project(Projections.include(fields())));
        stages.addAll(sizes);
        try (MongoCursor<RawBsonDocument> found =
                collection.aggregate(stages).batchSize(each.batch()).cursor()) {
            while (found.hasNext() && worker.isOpen()) {
                RawBsonDocument document = found.next();
                Readings read = Readings.of(fresh, document, options.indexes());
                fresh.forEach(board -> board.put(document, read.by(board), now));
            }
        }
    }

    /** What the dialects read of a document, besides its id. */
    private List<String> fields() {
        return boards().stream()
                .flatMap(board -> board.dialect().topFields().stream())
                .filter(field -> !field.equals("_id"))
                .distinct()
                .toList();
    }

    private boolean next(MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor, BsonTimestamp from) {
        Instant asked = clock.now();
        ChangeStreamDocument<RawBsonDocument> event = cursor.tryNext();
        resume = cursor.getResumeToken();
        Instant at = event == null || event.getWallTime() == null ? asked : events.at(event);
        if (event != null && isContained(event, from)) {
            if (!events.replay(event, options)) {
                told = told == null ? null : told.lost();
                return false;
            }
        } else {
            known.advance(at);
            if (event != null) {
                events.apply(event, options);
            }
        }
        boolean ends = event != null && ENDS.contains(event.getOperationType());
        told = new StreamMark(ends ? null : resume, at);
        events.reached(told);
        return !ends;
    }

    private static boolean isContained(ChangeStreamDocument<RawBsonDocument> event, BsonTimestamp read) {
        return event.getClusterTime() != null && event.getClusterTime().compareTo(read) <= 0;
    }
}
