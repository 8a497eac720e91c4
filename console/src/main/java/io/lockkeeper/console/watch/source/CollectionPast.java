package io.lockkeeper.console.watch.source;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.mongodb.PastWindow;
import io.lockkeeper.console.ground.mongodb.ReadingPace;
import io.lockkeeper.console.ground.mongodb.StreamToken;
import io.lockkeeper.console.watch.board.CommittedTime;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports to the sources of a collection what happened in it before they were followed, from a change stream that begins in the past and
 * ends where their own began: no change is reported by both. Nothing is looked up, because that would show the present. Used by one thread.
 */
final class CollectionPast {

    private static final Set<OperationType> ENDS =
            EnumSet.of(OperationType.DROP, OperationType.DROP_DATABASE, OperationType.RENAME, OperationType.INVALIDATE);
    private static final DocumentLimit LIMIT = DocumentLimit.OF_LOCKS;
    private static final long AWAIT_MILLIS = 500;
    private static final long FULL_MILLIS = 100;
    private static final int TOGETHER = 100;

    private final MongoDatabase database;
    private final MongoCollection<RawBsonDocument> collection;
    private final List<FollowedSource> sources;
    private final ReadExtent extent;
    private final CollectionOptions options;
    private final BsonTimestamp until;
    private final BooleanSupplier open;
    private final Consumer<Instant> reached;
    private final RebuiltDocuments documents;
    private final ReadingPace pace = new ReadingPace(PastWindow.MOST_A_SECOND);

    /**
     * @param until the end of the past
     * @param open whether to go on
     * @param reached receives the time up to which all has been reported
     */
    CollectionPast(
            MongoDatabase database,
            Place place,
            List<FollowedSource> sources,
            BsonTimestamp until,
            BooleanSupplier open,
            Consumer<Instant> reached) {
        this.database = database;
        this.sources = sources;
        this.until = until;
        this.open = open;
        this.reached = reached;
        collection = database.getCollection(place.namespace().getCollectionName(), RawBsonDocument.class)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        extent = ReadExtent.of(sources);
        options = CollectionOptions.of(database, collection);
        documents = new RebuiltDocuments(new LinkedHashSet<>(extent.fields()));
    }

    /** Reports all changes from the moment on. */
    void read(BsonTimestamp from) {
        BsonTimestamp next = from;
        while (next != null && open.getAsBoolean()) {
            try (MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor = open(next)) {
                next = follow(cursor);
            }
        }
    }

    private MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> open(BsonTimestamp from) {
        return collection
                .withTimeout(PastWindow.MOST_OF_A_CALL.toSeconds(), TimeUnit.SECONDS)
                .watch(LIMIT.changes())
                .maxAwaitTime(AWAIT_MILLIS, TimeUnit.MILLISECONDS)
                .batchSize(LIMIT.batch())
                .startAtOperationTime(from)
                .cursor();
    }

    /** Answers where to go on, behind the end of a collection that was dropped and is there again; null at the end of the past. */
    private @Nullable BsonTimestamp follow(MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor) {
        while (open.getAsBoolean() && !isPast(cursor, until)) {
            ChangeStreamDocument<RawBsonDocument> event = cursor.tryNext();
            if (event == null) {
                continue;
            }
            if (clusterTime(event).compareTo(until) > 0) {
                documents.forget(RebuiltDocuments.id(event));
                break;
            }
            if (ENDS.contains(event.getOperationType())) {
                documents.forgetAll();
                return CommittedTime.after(clusterTime(event));
            }
            awaitRoom();
            documents.apply(event).ifPresent(this::tell);
            pace.read(1);
            reached.accept(at(event));
        }
        if (open.getAsBoolean()) {
            decide(cursor);
        }
        return null;
    }

    private static boolean isPast(
            MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor, BsonTimestamp moment) {
        BsonDocument token = cursor.getResumeToken();
        return token != null
                && StreamToken.time(token)
                        .filter(time -> time.compareTo(moment) >= 0)
                        .isPresent();
    }

    /** Documents that changed after the past, until they were read, show nothing of its end. */
    private void decide(MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor) {
        List<BsonValue> undecided = documents.undecided();
        if (undecided.isEmpty()) {
            return;
        }
        List<RawBsonDocument> now = now(undecided);
        BsonTimestamp read =
                CommittedTime.of(database, collection.getNamespace().getCollectionName());
        while (open.getAsBoolean() && !isPast(cursor, read)) {
            ChangeStreamDocument<RawBsonDocument> event = cursor.tryNext();
            if (event != null && ENDS.contains(event.getOperationType())) {
                return;
            }
            if (event != null) {
                documents.forget(RebuiltDocuments.id(event));
            }
        }
        BsonDocumentCodec codec = new BsonDocumentCodec();
        now.forEach(document -> documents.decide(document.decode(codec)).forEach(this::tell));
    }

    private List<RawBsonDocument> now(List<BsonValue> ids) {
        List<RawBsonDocument> now = new ArrayList<>();
        for (int at = 0; at < ids.size(); at += TOGETHER) {
            List<BsonValue> some = ids.subList(at, Math.min(ids.size(), at + TOGETHER));
            collection
                    .find(Filters.and(Filters.in("_id", some), DocumentLimit.SMALL.fits(extent.fields())))
                    .projection(Projections.include(extent.fields()))
                    .into(now);
        }
        return now;
    }

    private void awaitRoom() {
        while (open.getAsBoolean() && sources.stream().anyMatch(FollowedSource::isFull)) {
            try {
                TimeUnit.MILLISECONDS.sleep(FULL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void tell(RebuiltDocuments.Step step) {
        Readings earlier = Readings.of(sources, step.before(), options.indexes());
        Readings later = Readings.of(sources, step.after(), options.indexes());
        ChangeStreamDocument<RawBsonDocument> event = step.change();
        sources.forEach(source -> {
            if (earlier.by(source).isPresent() || later.by(source).isPresent()) {
                source.past(new LockWrite(
                        RebuiltDocuments.id(event),
                        earlier.by(source).map(Lock::facts),
                        later.by(source).map(Lock::facts),
                        step.after() == null,
                        at(event),
                        clusterTime(event)));
            }
        });
    }

    private static BsonTimestamp clusterTime(ChangeStreamDocument<RawBsonDocument> event) {
        return StreamToken.time(event);
    }

    private static Instant at(ChangeStreamDocument<RawBsonDocument> event) {
        return event.getWallTime() == null
                ? Instant.ofEpochSecond(clusterTime(event).getTime())
                : Instant.ofEpochMilli(event.getWallTime().getValue());
    }
}
