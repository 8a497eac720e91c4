package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.act.consent.ConsentedWork;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.Grade;
import io.lockkeeper.console.watch.source.LockCollections;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Service;

/**
 * Ends exactly the acquisition that an operator saw, in any source, as the dialect of its lock has it. See {@link AuditedChanges} for
 * the order in which that is done; {@link EvictionFollower} knows the state meanwhile and afterwards.
 */
@Service
public class EvictionService implements ConsentedWork {

    private static final Logger LOG = LoggerFactory.getLogger(EvictionService.class);
    private static final String VIEWER = "Only an operator may evict; you are a viewer.";

    private final LeaseEnding ending;
    private final AuditedChanges changes;
    private final LockChanges locks;
    private final EvictionFollower follower;
    private final ChangeRights rights;
    private final LockCollections collections;
    private final Followed followed = new Followed();

    EvictionService(
            LeaseEnding ending,
            AuditedChanges changes,
            LockChanges locks,
            EvictionFollower follower,
            ChangeRights rights,
            LockCollections collections) {
        this.ending = ending;
        this.changes = changes;
        this.locks = locks;
        this.follower = follower;
        this.rights = rights;
        this.collections = collections;
    }

    /** How long, at least, the holder of an evicted lease has to stop, or a quarantined lock stays untaken. */
    public Duration quarantine() {
        return ending.quarantine();
    }

    /** Why the present user cannot evict, in a sentence; empty if the user can. */
    public Optional<String> refusal() {
        return rights.refusal(VIEWER);
    }

    /** Why the present user cannot evict a holder of this lock, as far as pages know. */
    public Optional<String> refusal(LockId lock) {
        return rights.refusal(VIEWER, lock);
    }

    /** Why holders of this source cannot be evicted, by any user; empty if nothing is known to be in the way. */
    public Optional<String> obstacle(String source) {
        return rights.obstacle(source);
    }

    /** Whether the present user may evict. */
    public boolean isAllowed() {
        return rights.isAllowed();
    }

    /**
     * Refuses a request for a lock outside the present user's scope before anything about the lock is revealed, and records the
     * refusal.
     *
     * @throws AccessDeniedException if the lock is outside it
     */
    public void requireWithin(LockId lock, Action action, String reason, String ip) {
        rights.requireWithin(lock, action, reason, ip);
    }

    /**
     * Ends the acquisition that the operator saw, or says why nothing was changed. Waits for MongoDB. If a second person has to consent,
     * nothing changes before that.
     *
     * @throws AccessDeniedException if the present user is no operator, or the lock is outside the user's scope
     * @throws RefusedException if the source does not allow it, or what needs confirmation is not confirmed; then nothing was changed
     * @throws DataAccessException if the intent could not be recorded; then nothing was changed
     */
    public Result evict(EvictionRequest request) {
        AuditEntry entry = entry(request);
        return changes.make(entry, null, () -> check(request), followed, this::end);
    }

    @Override
    public boolean isOf(AuditEntry entry) {
        return entry.action().isEviction();
    }

    /** The source may have been made read-only, or the lock have changed hands, since that was asked for. */
    @Override
    public Result run(AuditEntry consented) {
        return changes.makeConsented(consented, followed, this::end);
    }

    private Answer end(AuditEntry entry) {
        return locks.make(entry, collection -> ending.end(collection, entry));
    }

    private void check(EvictionRequest request) {
        Dialect dialect = collections.of(request.lock().source()).dialect();
        boolean atOnce = request.way() == Way.NOW;
        if (atOnce && !dialect.evictsAtOnce()) {
            throw new RefusedException(
                    "Only Lockkeeper's own locks can be evicted at once: %s has one way of its own. Nothing was changed."
                            .formatted(dialect.library()));
        }
        if (atOnce && !request.isConfirmed()) {
            throw new RefusedException(
                    "Confirm with the lock's name that the old process is dead: evicted at once, it gets no time to stop."
                            + " Nothing was changed.");
        }
        if (dialect.grade() == Grade.C && !request.isConfirmed()) {
            throw new RefusedException(
                    "Confirm with the lock's name that the old process is dead: a lock of grade C is safe to release"
                            + " only then. Nothing was changed.");
        }
    }

    /** Informs the follower. */
    private final class Followed implements AuditedChanges.Steps {

        @Override
        public void begins(AuditEntry entry) {
            follower.begin(entry);
        }

        @Override
        public void fails(AuditEntry entry, RuntimeException why) {
            if (why instanceof AccessDeniedException) {
                LOG.warn("An eviction was denied: user={} lock={}", entry.by(), entry.lock());
                Result denied = locks.result(Outcome.DENIED, String.valueOf(why.getMessage()));
                follower.answered(entry, denied, null, null, true);
            } else {
                LOG.warn("An eviction was not made, because it could not be recorded: lock={}", entry.lock(), why);
                follower.notRecorded(entry);
            }
        }

        @Override
        public void ends(AuditEntry entry, Answer answer, boolean recorded) {
            follower.answered(entry, answer.result(), answer.lock(), answer.changedAt(), recorded);
        }
    }

    private AuditEntry entry(EvictionRequest request) {
        Seen seen = request.seen();
        return rights.entry(
                request.id(),
                request.lock(),
                request.way() == Way.NOW ? Action.EVICT_NOW : Action.EVICT,
                AuditEntry.acquirer(request.lock(), seen.acquisition()),
                seen.token(),
                seen.holder(),
                request.reason(),
                request.ip());
    }
}
