package io.lockkeeper.console.watch.source;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.mongodb.StreamToken;
import io.lockkeeper.console.watch.board.CommittedTime;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.console.watch.cluster.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * One change stream over a collection, applied to its sources.
 *
 * <p>A fresh start asks what is committed, then reads the collection, then follows the stream from that moment: no event is missed, however
 * long the reading takes. What happened between an earlier feed's mark and the reading is shown by the images of the stream's events, if
 * the collection keeps them, and otherwise by a reading of the past. Used by one thread.
 */
final class CollectionStream {

    private static final Set<OperationType> ENDS =
            EnumSet.of(OperationType.DROP, OperationType.DROP_DATABASE, OperationType.RENAME, OperationType.INVALIDATE);
    private static final long AWAIT_MILLIS = 500;
    private static final int FIRST_STEP = 10_000;
    /** The boards lag while the feed catches up. */
    private static final Duration CAUGHT_UP = Duration.ofHours(1);

    private final MongoDatabase database;
    private final MongoCollection<RawBsonDocument> collection;
    private final ReadExtent extent;
    private final CollectionEvents events;
    private final Pulse pulse;
    private final ServerClock clock;
    private final Duration lookEvery;
    private final Supplier<Optional<StreamMark>> kept;
    private final EarlierChanges pasts;
    private final @Nullable SharedChanges shared;
    private CollectionOptions options = CollectionOptions.NONE;
    private Instant nextLook = Instant.EPOCH;
    private @Nullable CollectionReading reading;
    private @Nullable BsonDocument resume;
    private @Nullable BsonTimestamp contained;
    private @Nullable StreamMark told;
    private boolean begins;
    private Duration streamedFor = Duration.ZERO;

    /**
     * @param kept up to which mark an earlier feed of the collection reported
     * @param lookEvery how often it looks whether the collection's options are still the same
     * @param shared the changes of another stream over the collection, for where MongoDB grants no second one; null if there is none
     */
    CollectionStream(
            Cluster cluster,
            List<FollowedSource> sources,
            Pulse pulse,
            Supplier<Optional<StreamMark>> kept,
            EarlierChanges pasts,
            Duration lookEvery,
            @Nullable SharedChanges shared) {
        this.shared = shared;
        this.pulse = pulse;
        this.kept = kept;
        this.pasts = pasts;
        this.lookEvery = lookEvery;
        clock = cluster.clock();
        Place place = sources.getFirst().source().place();
        database = cluster.client().getDatabase(place.namespace().getDatabaseName());
        collection = database.getCollection(place.namespace().getCollectionName(), RawBsonDocument.class)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        extent = ReadExtent.of(sources);
        events = new CollectionEvents(place, collection, sources, clock);
    }

    /** Forgets where the stream was: the next one reads the collection again. */
    void startAfresh() {
        resume = null;
        contained = null;
        reading = null;
    }

    /** As {@link #startAfresh}, after an error that may mean that the server has forgotten the changes after the mark. */
    void lost() {
        startAfresh();
        told = told == null ? null : told.lost();
    }

    /**
     * Follows the stream while {@code open}; returns early if the collection is to be read again: it was dropped or renamed, its options
     * have changed, or there is room again for locks that did not fit.
     */
    void follow(BooleanSupplier open) {
        streamedFor = Duration.ZERO;
        BsonTimestamp from = contained == null ? readAll(open) : contained;
        if (from == null) {
            return;
        }
        try (FollowedChanges changes = open(from, open)) {
            if (changes == null) {
                return;
            }
            pulse.streaming(true);
            long began = System.nanoTime();
            boolean goesOn = true;
            while (goesOn && open.getAsBoolean()) {
                goesOn = next(changes, from) && !changes.isOver() && isAsRead() && !givesWay(changes);
                streamedFor = Duration.ofNanos(System.nanoTime() - began);
            }
        }
    }

    /** For how long events came the last time. */
    Duration streamedFor() {
        return streamedFor;
    }

    /** Goes on with a reading that was interrupted. Answers the moment up to which it is complete; null if it did not come to its end. */
    private @Nullable BsonTimestamp readAll(BooleanSupplier open) {
        CollectionReading now = reading == null ? begin() : reading;
        reading = now;
        pulse.reading(now.progress());
        while (!now.isDone() && open.getAsBoolean()) {
            now.readOn();
            pulse.reading(now.progress());
        }
        if (now.isDone()) {
            now.show();
            contained = now.contained();
            reading = null;
            pulse.completeAt(now.asOf());
            pulse.reading(null);
            resume = caughtUp(now);
            begins = false;
        }
        return contained;
    }

    private CollectionReading begin() {
        Instant began = clock.now();
        BsonTimestamp committed =
                CommittedTime.of(database, collection.getNamespace().getCollectionName());
        if (pulse.knownUntil() == null) {
            told = kept.get().orElse(null);
            begins = true;
        }
        options = options();
        nextLook = began.plus(lookEvery);
        return new CollectionReading(
                collection, extent, options.indexes(), began, committed, FIRST_STEP, System::nanoTime);
    }

    /** Options do not matter where whole documents are read. */
    private CollectionOptions options() {
        return extent.isWhole() ? CollectionOptions.NONE : CollectionOptions.of(database, collection);
    }

    /** The token from which events fill the time between the mark and the reading; null if there is none, or they cannot. */
    private @Nullable BsonDocument caughtUp(CollectionReading read) {
        StreamMark last = told;
        boolean isNew = begins && (last == null || hasNewSource(last.at()));
        if ((isNew && pasts.want(Instant.EPOCH, read.contained())) || last == null) {
            return null;
        }
        String why = whyMissed(last, read.asOf());
        if (why.isEmpty()) {
            if (begins) {
                pasts.want(null, read.contained());
            }
            return last.token();
        }
        if (last.token() == null || !pasts.want(last.at(), read.contained())) {
            events.missed(new Missed(last.at(), read.asOf(), why));
        }
        return null;
    }

    private boolean hasNewSource(Instant since) {
        return extent.sources().stream()
                .anyMatch(source -> source.source().addedAt().isAfter(since));
    }

    private String whyMissed(StreamMark last, Instant until) {
        if (last.token() == null) {
            return "The stream of the collection's changes could not be continued.";
        }
        if (!options.images().kept()) {
            return "No console followed the collection, and it keeps no pre- and post-images.";
        }
        return last.at().plus(CAUGHT_UP).isBefore(until)
                ? "No console followed the collection, for longer than is caught up with."
                : "";
    }

    /** Whether the options are those of the reading; otherwise the collection is read again. */
    private boolean isAsRead() {
        Instant now = clock.now();
        if (now.isBefore(nextLook)) {
            return true;
        }
        nextLook = now.plus(lookEvery);
        return options.equals(options());
    }

    /** Whether its own stream ends, so that the recorder is granted one. */
    private boolean givesWay(FollowedChanges changes) {
        return changes instanceof FollowedChanges.Own && shared != null && shared.isWanted();
    }

    /** The other stream's changes where MongoDB grants no second one; null if the collection is to be read again for them. */
    private @Nullable FollowedChanges open(BsonTimestamp from, BooleanSupplier open) {
        SharedChanges other = shared;
        if (other == null) {
            return new FollowedChanges.Own(ownStream(from));
        }
        try {
            while (other.isWanted() && !other.isFollowed() && open.getAsBoolean()) {
                other.await();
            }
            return other.isWanted() && other.isFollowed()
                    ? other.after(from)
                    : new FollowedChanges.Own(ownStream(from));
        } catch (MongoCommandException e) {
            if (!other.isFollowed() || !MongoTrouble.isAnswer(e) || MongoTrouble.isRefusal(e)) {
                throw e;
            }
            return other.after(from);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoException("The feed was interrupted");
        }
    }

    private MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> ownStream(BsonTimestamp from) {
        ChangeStreamIterable<RawBsonDocument> watch = options.images()
                .in(collection.watch(extent.stages()))
                .maxAwaitTime(AWAIT_MILLIS, TimeUnit.MILLISECONDS)
                .batchSize(extent.events());
        return resume == null
                ? watch.startAtOperationTime(CommittedTime.after(from)).cursor()
                : watch.startAfter(resume).cursor();
    }

    /** Waits for an event at most {@link #AWAIT_MILLIS}; answers whether the stream goes on. */
    private boolean next(FollowedChanges changes, BsonTimestamp from) {
        Instant asked = clock.now();
        ChangeStreamDocument<RawBsonDocument> event = changes.next();
        resume = changes.token();
        Instant at = event == null ? changes.reached(asked) : events.at(event);
        if (event != null && isContained(event, from)) {
            if (!events.replay(event, options)) {
                told = told == null ? null : told.lost();
                return false;
            }
        } else {
            if (event != null) {
                events.apply(event, options);
            }
            pulse.completeAt(at);
        }
        boolean ends = event != null && ENDS.contains(event.getOperationType());
        told = new StreamMark(ends ? null : resume, at);
        events.reached(told);
        return !ends && !extent.hasRoomAgain();
    }

    private static boolean isContained(ChangeStreamDocument<RawBsonDocument> event, BsonTimestamp read) {
        return StreamToken.time(event).compareTo(read) <= 0;
    }
}
