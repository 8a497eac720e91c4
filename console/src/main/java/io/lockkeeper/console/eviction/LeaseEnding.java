package io.lockkeeper.console.eviction;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Settle;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The change that ends a lease, sent once, and what MongoDB's answer proves of it. */
@Component
final class LeaseEnding {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseEnding.class);
    private static final long LIMIT_MILLIS = 5_000;
    private static final Duration SHORTEST_QUARANTINE = Duration.ofSeconds(1);
    /** Unauthorized, and the conversion that fails on purpose if the document is not a lock's. */
    private static final Set<Integer> REFUSALS = Set.of(13, 241);

    private final MongoCollection<BsonDocument> locks;
    private final ServerClock clock;
    private final Duration quarantine;

    LeaseEnding(MongoDatabase database, ServerClock clock, @Value("${lockkeeper.quarantine:15s}") Duration quarantine) {
        this.locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.clock = clock;
        this.quarantine = checked(quarantine);
    }

    private static Duration checked(Duration quarantine) {
        if (quarantine.compareTo(SHORTEST_QUARANTINE) < 0) {
            throw new IllegalArgumentException("lockkeeper.quarantine is %d ms; a holder needs at least %d ms to stop"
                    .formatted(quarantine.toMillis(), SHORTEST_QUARANTINE.toMillis()));
        }
        return quarantine;
    }

    /** How long the holder of an evicted lease has to stop. */
    Duration quarantine() {
        return quarantine;
    }

    /** MongoDB's answer, with the lock after the change, or null if no answer came. */
    record Answer(Result result, @Nullable LockDocument lock) {}

    Answer end(EvictionRequest request, AuditEntry entry) {
        return apply(change(request, entry.actors()), entry, lock -> read(request, lock));
    }

    /** Repeats an earlier request: the lease that was seen then ends, or none. */
    Answer end(AuditEntry entry) {
        try {
            LockDocument lock = read(entry.lock());
            Optional<Holder> seen = lock == null ? Optional.empty() : seen(lock, entry.acquirer(), entry.token());
            Way way = entry.action() == Action.EVICT_NOW ? Way.NOW : Way.MARK;
            return seen.map(holder ->
                            new EvictionRequest(entry.id(), entry.lock(), holder, entry.reason(), way, entry.ip()))
                    .map(request -> end(request, entry))
                    .orElseGet(() -> over(lock));
        } catch (MongoException e) {
            return new Answer(new Result(clock.now(), Outcome.REFUSED, "", String.valueOf(e.getMessage())), null);
        }
    }

    private @Nullable LockDocument read(String name) {
        BsonDocument found = locks.find(Filters.eq("_id", name))
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .first();
        return found == null ? null : LockMapper.fromBson(found);
    }

    private static Optional<Holder> seen(LockDocument lock, String acquirer, long token) {
        return lock.holder(acquirer).filter(holder -> holder.token() == token);
    }

    private Answer over(@Nullable LockDocument lock) {
        if (lock == null) {
            return new Answer(result(Outcome.GONE, "The lock has no document any more."), null);
        }
        return new Answer(
                lock.holders().isEmpty()
                        ? result(Outcome.GONE, "Nobody holds the lock.")
                        : result(
                                Outcome.HOLDER_CHANGED,
                                "It is now held by %s."
                                        .formatted(Holders.words(
                                                lock.holders().get(0).owner()))),
                lock);
    }

    /** Sends the change once, in time or not at all. The caller reads the lock afterwards. */
    Answer apply(Change change, AuditEntry entry, Function<LockDocument, Answer> read) {
        try {
            BsonDocument answer = locks.findOneAndUpdate(
                    Filters.and(change.filter(), inTime(entry)),
                    change.pipeline(),
                    change.options().maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
            return answer == null
                    ? new Answer(notFound(entry), null)
                    : read.apply(Change.answer(answer).lock());
        } catch (RuntimeException e) {
            LOG.warn(
                    "An operator's change was not confirmed: action={} lock={} entry={}",
                    entry.action(),
                    entry.lock(),
                    entry.id(),
                    e);
            return new Answer(failed(e), null);
        }
    }

    /** The server refuses a change that was delayed: once nobody waits for it, it must not happen. */
    private static Bson inTime(AuditEntry entry) {
        BsonDateTime deadline = new BsonDateTime(entry.deadline().toEpochMilli());
        return Filters.expr(new BsonDocument("$lte", new BsonArray(List.of(new BsonString("$$NOW"), deadline))));
    }

    private Result notFound(AuditEntry entry) {
        return clock.now().isAfter(entry.deadline())
                ? result(Outcome.REFUSED, "MongoDB took longer than %s.".formatted(Words.duration(AuditEntry.TIME_OUT)))
                : result(Outcome.GONE, "The lock has no document any more.");
    }

    private Result failed(RuntimeException e) {
        Outcome outcome = isRefusal(e) ? Outcome.REFUSED : Outcome.NOT_CONFIRMED;
        return new Result(clock.now(), outcome, "", String.valueOf(e.getMessage()));
    }

    /** After any other failure, whether the change was made is unknown. */
    private static boolean isRefusal(RuntimeException e) {
        return e instanceof MongoCommandException refused && REFUSALS.contains(refused.getErrorCode());
    }

    private Change change(EvictionRequest request, String by) {
        return request.way() == Way.NOW
                ? Settle.evictNow(request.lock(), request.seen(), by, request.reason(), request.id())
                : Settle.evict(request.lock(), request.seen(), by, request.reason(), quarantine, request.id());
    }

    /** The document after the change: only our own stamp proves that the change was ours. */
    private Answer read(EvictionRequest request, LockDocument lock) {
        Holder seen = request.seen();
        if (lock.released() != null && lock.released().stamp().equals(request.id())) {
            return new Answer(result(Outcome.ENDED, ""), lock);
        }
        Holder there = seen(lock, seen.acquirer(), seen.token()).orElse(null);
        if (there != null) {
            boolean ours = there.stamp().equals(request.id());
            return new Answer(result(ours ? Outcome.MARKED : Outcome.ALREADY_MARKED, ""), lock);
        }
        return over(lock);
    }

    private Result result(Outcome outcome, String detail) {
        return new Result(clock.now(), outcome, detail, "");
    }
}
