package io.lockkeeper.console.eviction;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.audit.AuditLog;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import io.lockkeeper.console.security.Roles;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Settle;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
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

    private final AuthorityAuthorizationManager<Object> operators =
            AuthorityAuthorizationManager.hasRole(Roles.OPERATOR);
    private final MongoCollection<BsonDocument> locks;
    private final AuditLog audit;
    private final ServerClock clock;
    private final Duration quarantine;

    EvictionService(
            MongoDatabase database,
            AuditLog audit,
            ServerClock clock,
            @Value("${lockkeeper.quarantine:15s}") Duration quarantine) {
        this.locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.audit = audit;
        this.clock = clock;
        this.quarantine = quarantine;
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
     * Ends the lease that was seen, or says why nothing was changed.
     *
     * @throws AccessDeniedException if the present user is no operator
     * @throws MongoException if the intent could not be recorded; then nothing was changed
     */
    public Result evict(EvictionRequest request) {
        AuditEntry entry = entry(request);
        if (!isAllowed()) {
            deny(entry);
        }
        audit.intend(entry);
        Result result = end(request, entry);
        conclude(entry, result);
        return result;
    }

    private void deny(AuditEntry entry) {
        LOG.warn(
                "{} tried to {} the lock {} and may not",
                entry.by(),
                entry.action().words(),
                entry.lock());
        try {
            audit.intend(entry);
            conclude(entry, result(Outcome.DENIED, "Only an operator may end a lease."));
        } catch (MongoException e) {
            LOG.error("The denied attempt could not be recorded", e);
        }
        throw new AccessDeniedException("Only an operator may end a lease.");
    }

    private Result end(EvictionRequest request, AuditEntry entry) {
        String stamp = UUID.randomUUID().toString();
        Change change = change(request, entry.by(), stamp);
        try {
            BsonDocument answer = locks.findOneAndUpdate(
                    change.filter(), change.pipeline(), change.options().maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
            return answer == null
                    ? result(Outcome.GONE, "The lock has no document any more.")
                    : read(request, Change.answer(answer).lock(), stamp);
        } catch (MongoException | DamagedLockException e) {
            LOG.warn("Ending a lease of the lock {} was not confirmed", entry.lock(), e);
            return result(Outcome.FAILED, "MongoDB did not confirm it: " + e.getMessage());
        }
    }

    private Change change(EvictionRequest request, String by, String stamp) {
        return request.way() == Way.NOW
                ? Settle.evictNow(request.lock(), request.seen(), by, request.reason(), stamp)
                : Settle.evict(request.lock(), request.seen(), by, request.reason(), quarantine, stamp);
    }

    /** What the document says after the change: only our own stamp tells that it was ours. */
    private Result read(EvictionRequest request, LockDocument lock, String stamp) {
        Holder seen = request.seen();
        if (lock.released() != null && lock.released().stamp().equals(stamp)) {
            return result(Outcome.ENDED, "");
        }
        Holder there = lock.holder(seen.acquirer())
                .filter(holder -> holder.token() == seen.token())
                .orElse(null);
        if (there != null) {
            return result(there.stamp().equals(stamp) ? Outcome.MARKED : Outcome.ALREADY_MARKED, "");
        }
        return lock.holders().isEmpty()
                ? result(Outcome.GONE, "The lease had ended, and nobody holds the lock.")
                : result(
                        Outcome.HOLDER_CHANGED,
                        "It is now held by "
                                + Holders.words(lock.holders().get(0).owner()) + ".");
    }

    /** The lease has ended by now, whether or not that can be recorded. */
    private void conclude(AuditEntry entry, Result result) {
        try {
            audit.conclude(entry, result);
        } catch (MongoException e) {
            LOG.error("The outcome {} of audit entry {} could not be recorded", result.outcome(), entry.id(), e);
        }
    }

    private Result result(Outcome outcome, String detail) {
        return new Result(clock.now(), outcome, detail);
    }

    private AuditEntry entry(EvictionRequest request) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                clock.now(),
                user(),
                request.ip(),
                request.way() == Way.NOW ? Action.EVICT_NOW : Action.EVICT,
                request.lock(),
                request.seen().acquirer(),
                request.seen().token(),
                Holders.words(request.seen().owner()),
                request.reason(),
                null);
    }

    private static String user() {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        return user == null ? "nobody" : user.getName();
    }
}
