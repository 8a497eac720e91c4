package io.lockkeeper.console.release;

import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndDeleteOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.cluster.Cluster;
import io.lockkeeper.console.cluster.Clusters;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.ForceOrder;
import io.lockkeeper.console.dialect.ForcedRelease;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.dialect.LockReading;
import io.lockkeeper.console.dialect.TtlIndexes;
import io.lockkeeper.console.mongodb.DocumentLimit;
import io.lockkeeper.console.shell.RefusedException;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.model.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The change that ends an acquisition of another library's lock, sent once, and what MongoDB's answer proves of it. */
@Component
final class Releasing {

    private static final Logger LOG = LoggerFactory.getLogger(Releasing.class);
    private static final long LIMIT_MILLIS = 5_000;
    private static final int MOST_TRIES = 3;
    private static final int UNAUTHORIZED = 13;
    /** The collection's validator refuses the document. */
    private static final int INVALID = 121;

    private final Clusters clusters;
    private final ServerClock clock;

    Releasing(Clusters clusters, ServerClock clock) {
        this.clusters = clusters;
        this.clock = clock;
    }

    /**
     * What MongoDB answered.
     *
     * @param changedAt the place of the change among all writes; null if nothing was changed, or that is unknown
     */
    record Answer(Result result, @Nullable BsonTimestamp changedAt) {}

    /** Changes the document only if the acquisition that the operator saw still holds it. */
    Answer release(LockSource source, Dialect dialect, ForeignLock seen, AuditEntry entry, Duration quarantine) {
        try {
            return release(clusters.get(source.cluster()), source, dialect, seen, entry, quarantine);
        } catch (RuntimeException e) {
            LOG.warn("An eviction was not confirmed: source={} entry={}", source.id(), entry.id(), e);
            return new Answer(failed(e, source, dialect), null);
        }
    }

    private Answer release(
            Cluster cluster,
            LockSource source,
            Dialect dialect,
            ForeignLock seen,
            AuditEntry entry,
            Duration quarantine) {
        MongoCollection<BsonDocument> collection = collection(cluster, source);
        try (ClientSession session = cluster.client().startSession()) {
            Instant deadline = entry.deadline().minus(cluster.behind(clock));
            BsonDocument document = find(session, collection, seen);
            Instant now = cluster.clock().now();
            for (int tries = 0; isStill(dialect, document, seen, now) && tries < MOST_TRIES; tries++) {
                Instant until = until(dialect, document, collection, seen, now, quarantine);
                ForcedRelease change = dialect.force(
                                Objects.requireNonNull(document),
                                seen.acquisition(),
                                order(entry, now, until, quarantine))
                        .orElseThrow(() -> new RefusedException("This dialect has no forced release."));
                if (apply(session, collection, change, deadline)) {
                    return new Answer(result(outcome(change, dialect), ""), session.getOperationTime());
                }
                // A renewal since it was found is no reason to give up: the next try is made over what it wrote.
                document = find(session, collection, seen);
                now = cluster.clock().now();
            }
            return new Answer(missed(dialect, document, seen, now, deadline), null);
        }
    }

    /** By the expiry as it is now: a renewal since the lock was on the screen made it later, for the same acquisition. */
    private static Instant until(
            Dialect dialect,
            @Nullable BsonDocument document,
            MongoCollection<BsonDocument> collection,
            ForeignLock seen,
            Instant now,
            Duration quarantine) {
        Instant soonest = end(seen, now, quarantine);
        return Optional.ofNullable(document)
                .filter(it -> dialect.quarantines())
                .flatMap(it -> LockReading.of(it, dialect, TtlIndexes.in(collection)))
                .map(there -> end(there, now, quarantine))
                .filter(soonest::isBefore)
                .orElse(soonest);
    }

    private static Outcome outcome(ForcedRelease change, Dialect dialect) {
        return dialect.quarantines() && !(change instanceof ForcedRelease.Remove) ? Outcome.MARKED : Outcome.ENDED;
    }

    private static MongoCollection<BsonDocument> collection(Cluster cluster, LockSource source) {
        return cluster.client()
                .getDatabase(source.database())
                .getCollection(source.collection(), BsonDocument.class)
                .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    private static @Nullable BsonDocument find(
            ClientSession session, MongoCollection<BsonDocument> collection, ForeignLock seen) {
        return collection
                .aggregate(session, DocumentLimit.OF_LOCKS.matching(new BsonDocument("_id", seen.id())))
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .first();
    }

    /** A holder that is cut off still believes until its own expiry, so a quarantine lasts at least as long. */
    static Instant end(ForeignLock seen, Instant now, Duration quarantine) {
        Instant soonest = now.plus(quarantine);
        return seen.expiry().instant().filter(soonest::isBefore).orElse(soonest);
    }

    private static ForceOrder order(AuditEntry entry, Instant now, Instant until, Duration quarantine) {
        return new ForceOrder(
                entry.id(), now, until, quarantine, entry.actors(), entry.reason(), entry.action() == Action.EVICT_NOW);
    }

    /** Whether it was made. */
    private static boolean apply(
            ClientSession session, MongoCollection<BsonDocument> collection, ForcedRelease change, Instant deadline) {
        return switch (change) {
            case ForcedRelease.Delete delete ->
                collection.findOneAndDelete(
                                session,
                                inTime(delete.filter(), deadline),
                                new FindOneAndDeleteOptions()
                                        .projection(Projections.include("_id"))
                                        .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                        != null;
            case ForcedRelease.Update update ->
                collection.findOneAndUpdate(
                                session,
                                inTime(update.filter(), deadline),
                                update.update(),
                                new FindOneAndUpdateOptions()
                                        .projection(Projections.include("_id"))
                                        .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                        != null;
            case ForcedRelease.Mark mark ->
                settle(session, collection, mark.change(), deadline)
                        .filter(mark::isMade)
                        .isPresent();
            case ForcedRelease.Remove removal ->
                settle(session, collection, removal.change(), deadline)
                        .filter(removal::isMade)
                        .isPresent();
        };
    }

    private static Optional<BsonDocument> settle(
            ClientSession session, MongoCollection<BsonDocument> collection, Change change, Instant deadline) {
        return Optional.ofNullable(collection.findOneAndUpdate(
                session,
                inTime(change.filter().toBsonDocument(), deadline),
                change.pipeline(),
                change.options().maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)));
    }

    /** The server refuses a change that was delayed: once nobody waits for it, it must not happen. */
    private static BsonDocument inTime(BsonDocument filter, Instant deadline) {
        BsonDateTime last = new BsonDateTime(deadline.toEpochMilli());
        BsonDocument inTime = new BsonDocument("$lte", new BsonArray(List.of(new BsonString("$$NOW"), last)));
        return filter.clone().append("$expr", inTime);
    }

    private static boolean isStill(Dialect dialect, @Nullable BsonDocument document, ForeignLock seen, Instant now) {
        return lock(dialect, document)
                .filter(it -> it.isOf(seen.acquisition()))
                .filter(it -> it.isTaken(now))
                .isPresent();
    }

    private static Optional<ForeignLock> lock(Dialect dialect, @Nullable BsonDocument document) {
        return Optional.ofNullable(document).flatMap(it -> LockReading.of(it, dialect, TtlIndexes.UNREADABLE));
    }

    private Result other(Dialect dialect, @Nullable BsonDocument document, Instant now) {
        return lock(dialect, document)
                .filter(it -> it.isTaken(now))
                .map(it -> result(Outcome.HOLDER_CHANGED, "It is now held by %s.".formatted(ReleaseService.holder(it))))
                .orElseGet(() -> result(Outcome.GONE, "Nobody holds the lock."));
    }

    private Result missed(
            Dialect dialect, @Nullable BsonDocument document, ForeignLock seen, Instant now, Instant deadline) {
        if (isStill(dialect, document, seen, now) && now.isAfter(deadline)) {
            return result(
                    Outcome.REFUSED, "MongoDB took longer than %s.".formatted(Words.duration(AuditEntry.TIME_OUT)));
        }
        return lock(dialect, document)
                .filter(it -> it.isEvicted(seen.acquisition()))
                .map(it -> result(Outcome.ALREADY_MARKED, "Somebody has evicted this holder already."))
                .orElseGet(() -> other(dialect, document, now));
    }

    private Result failed(RuntimeException e, LockSource source, Dialect dialect) {
        String said = String.valueOf(e.getMessage());
        if (e instanceof MongoCommandException refused && refused.getErrorCode() == UNAUTHORIZED) {
            String lacking = "The console's MongoDB user needs find and %s on %s."
                    .formatted(dialect.releaseAction().orElse("no more"), source.place());
            return new Result(clock.now(), Outcome.REFUSED, lacking, said);
        }
        if (e instanceof MongoCommandException refused && refused.getErrorCode() == INVALID) {
            return new Result(clock.now(), Outcome.REFUSED, "The collection's validator refuses the change.", said);
        }
        return new Result(clock.now(), isUnsent(e) ? Outcome.REFUSED : Outcome.NOT_CONFIRMED, "", said);
    }

    /** A time limit of the whole operation may also pass after the change was sent. */
    private static boolean isUnsent(RuntimeException e) {
        return e instanceof RefusedException
                || (e instanceof MongoClientException && !(e instanceof MongoOperationTimeoutException));
    }

    private Result result(Outcome outcome, String detail) {
        return new Result(clock.now(), outcome, detail, "");
    }
}
