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
import io.lockkeeper.console.audit.AuditLog;
import io.lockkeeper.console.audit.EvictionFollower;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import io.lockkeeper.console.security.Roles;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Settle;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Service;

/**
 * Ends exactly the lease that an operator saw, by acquirer and token. In this order: who asks is checked, the intent is
 * recorded, the lease is ended, the outcome is recorded. Without a record of the intent nothing is ended.
 */
@Service
public class EvictionService {

    private static final Logger LOG = LoggerFactory.getLogger(EvictionService.class);
    private static final long LIMIT_MILLIS = 5_000;
    private static final Duration SHORTEST_QUARANTINE = Duration.ofSeconds(1);
    /** Unauthorized, and the conversion that fails on purpose where the document is no lock's. */
    private static final Set<Integer> REFUSALS = Set.of(13, 241);

    private final AuthorityAuthorizationManager<Object> operators =
            AuthorityAuthorizationManager.hasRole(Roles.OPERATOR);
    private final MongoCollection<BsonDocument> locks;
    private final AuditLog audit;
    private final EvictionFollower follower;
    private final ServerClock clock;
    private final Duration quarantine;

    EvictionService(
            MongoDatabase database,
            AuditLog audit,
            EvictionFollower follower,
            ServerClock clock,
            @Value("${lockkeeper.quarantine:15s}") Duration quarantine) {
        this.locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.audit = audit;
        this.follower = follower;
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
    public Duration quarantine() {
        return quarantine;
    }

    /** Whether the present user may evict. */
    public boolean isAllowed() {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        return user != null && operators.authorize(() -> user, this).isGranted();
    }

    /**
     * Ends the lease that was seen, or says why nothing was changed. Waits for MongoDB; {@link EvictionFollower} knows
     * meanwhile, and afterwards, where it stands.
     *
     * @throws AccessDeniedException if the present user is no operator
     * @throws MongoException if the intent could not be recorded; then nothing was changed
     */
    public Result evict(EvictionRequest request) {
        AuditEntry entry = entry(request);
        if (!isAllowed()) {
            deny(entry);
        }
        follower.begin(entry);
        intend(entry);
        Answer answer = end(request, entry);
        follower.answered(entry, answer.result(), answer.lock(), conclude(entry, answer.result()));
        return answer.result();
    }

    private void deny(AuditEntry entry) {
        LOG.warn(
                "An eviction was denied: user={} lock={} action={}",
                entry.by(),
                entry.lock(),
                entry.action().words());
        try {
            audit.intend(entry);
            conclude(entry, result(Outcome.DENIED, ""));
        } catch (MongoException e) {
            LOG.error("A denied eviction could not be recorded: user={} lock={}", entry.by(), entry.lock(), e);
        }
        throw new AccessDeniedException("Only an operator may evict.");
    }

    private void intend(AuditEntry entry) {
        try {
            audit.intend(entry);
        } catch (RuntimeException e) {
            LOG.warn("An eviction was not made, for it could not be recorded: lock={}", entry.lock(), e);
            follower.notRecorded(entry);
            throw e;
        }
    }

    /** What MongoDB answered, and the lock as it left it, or null where that did not come. */
    private record Answer(Result result, @Nullable LockDocument lock) {}

    private Answer end(EvictionRequest request, AuditEntry entry) {
        Change change = change(request, entry.by());
        try {
            BsonDocument answer = locks.findOneAndUpdate(
                    Filters.and(change.filter(), inTime(entry)),
                    change.pipeline(),
                    change.options().maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
            return answer == null
                    ? new Answer(notFound(entry), null)
                    : read(request, Change.answer(answer).lock());
        } catch (RuntimeException e) {
            LOG.warn("An eviction was not confirmed: lock={} entry={}", entry.lock(), entry.id(), e);
            return new Answer(failed(e), null);
        }
    }

    /** A change that was long on its way is refused by the server: once nobody waits for it, it must not happen. */
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

    /** Of what else goes wrong nobody knows whether the change was made before it went wrong. */
    private static boolean isRefusal(RuntimeException e) {
        return e instanceof MongoCommandException refused && REFUSALS.contains(refused.getErrorCode());
    }

    private Change change(EvictionRequest request, String by) {
        return request.way() == Way.NOW
                ? Settle.evictNow(request.lock(), request.seen(), by, request.reason(), request.id())
                : Settle.evict(request.lock(), request.seen(), by, request.reason(), quarantine, request.id());
    }

    /** What the document says after the change: only our own stamp tells that it was ours. */
    private Answer read(EvictionRequest request, LockDocument lock) {
        Holder seen = request.seen();
        if (lock.released() != null && lock.released().stamp().equals(request.id())) {
            return new Answer(result(Outcome.ENDED, ""), lock);
        }
        Holder there = lock.holder(seen.acquirer())
                .filter(holder -> holder.token() == seen.token())
                .orElse(null);
        if (there != null) {
            boolean ours = there.stamp().equals(request.id());
            return new Answer(result(ours ? Outcome.MARKED : Outcome.ALREADY_MARKED, ""), lock);
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

    /** The lease has been changed by now, whether or not that can be recorded; answers whether it could. */
    private boolean conclude(AuditEntry entry, Result result) {
        try {
            audit.conclude(entry, result);
            return true;
        } catch (MongoException e) {
            LOG.error(
                    "The outcome of an eviction could not be recorded yet: lock={} entry={} outcome={}",
                    entry.lock(),
                    entry.id(),
                    result.outcome(),
                    e);
            return false;
        }
    }

    private Result result(Outcome outcome, String detail) {
        return new Result(clock.now(), outcome, detail, "");
    }

    private AuditEntry entry(EvictionRequest request) {
        return new AuditEntry(
                request.id(),
                clock.now(),
                user(),
                request.ip(),
                request.way() == Way.NOW ? Action.EVICT_NOW : Action.EVICT,
                request.lock(),
                request.seen().acquirer(),
                request.seen().token(),
                Holders.words(request.seen().owner()),
                request.reason(),
                null,
                null);
    }

    private static String user() {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        return user == null ? "nobody" : user.getName();
    }
}
