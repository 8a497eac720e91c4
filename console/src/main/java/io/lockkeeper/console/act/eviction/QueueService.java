package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.Consent;
import io.lockkeeper.console.act.consent.ConsentedWork;
import io.lockkeeper.console.act.eviction.AuditedChanges.Steps;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Settle;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Service;

/**
 * Pauses locks in any collection, so that they cannot be acquired for a while, ends pauses, and takes waiters out of queues. The order is:
 * check the caller, record the intent, change the lock, record the outcome. Unless the intent is recorded, nothing is changed.
 */
@Service
public class QueueService implements ConsentedWork {

    private final AuditedChanges changes;
    private final ChangeRights rights;
    private final LockChanges locks;
    private final UnusedLocks names;

    QueueService(AuditedChanges changes, ChangeRights rights, LockChanges locks, UnusedLocks names) {
        this.changes = changes;
        this.rights = rights;
        this.locks = locks;
        this.names = names;
    }

    /** Why the present user cannot pause this lock, in a sentence; empty if the user can. */
    public Optional<String> whyNoPause(LockId lock) {
        return rights.refusal("Only an operator may pause a lock; you are a viewer.", lock);
    }

    /** Why the present user cannot take a waiter of this lock out, in a sentence; empty if the user can. */
    Optional<String> whyNoTakeOut(LockId lock) {
        return rights.refusal("Only an operator may take a waiter out; you are a viewer.", lock);
    }

    /** As {@link EvictionService#requireWithin}. */
    public void requireWithin(LockId lock, Action action, String reason, String ip) {
        rights.requireWithin(lock, action, reason, ip);
    }

    /**
     * Pauses the lock until the given time, replacing an earlier pause. Waits for MongoDB. If a second person has to consent,
     * nothing changes before that. A lock that has no document gets one.
     *
     * @throws AccessDeniedException if the present user is no operator, or the lock is outside the user's scope
     * @throws RefusedException if the lock is in a source that is read-only, or has no document and may have none; then nothing was changed
     * @throws DataAccessException if the intent could not be recorded; then nothing was changed
     */
    public Result pause(PauseRequest asked) {
        String until = "until " + Formats.exact(asked.until());
        AuditEntry entry =
                rights.entry(asked.id(), asked.lock(), Action.PAUSE, asked.id(), until, asked.reason(), asked.ip());
        return changes.make(
                entry, asked.until(), () -> names.require(asked.lock()), Steps.NONE, it -> pause(it, asked.until()));
    }

    /**
     * Takes exactly that waiter out of the queue, or none. Waits for MongoDB. Where a second person has to consent, nothing is changed
     * before that.
     *
     * @throws AccessDeniedException if the present user is no operator, or the lock is outside the user's scope
     * @throws RefusedException if the lock is in a source that is read-only; then nothing was changed
     * @throws DataAccessException if the intent could not be recorded; then nothing was changed
     */
    public Result takeOut(TakeOutRequest asked) {
        String waiter = Holders.words(asked.seen().owner());
        AuditEntry entry = rights.entry(
                asked.id(), asked.lock(), Action.TAKE_OUT, asked.seen().acquirer(), waiter, asked.reason(), asked.ip());
        return changes.make(entry, null, () -> {}, Steps.NONE, this::takeOut);
    }

    @Override
    public boolean isOf(AuditEntry entry) {
        return entry.action() == Action.PAUSE || entry.action() == Action.TAKE_OUT;
    }

    @Override
    public Result run(AuditEntry consented) {
        if (consented.action() == Action.TAKE_OUT) {
            return changes.makeConsented(consented, Steps.NONE, this::takeOut);
        }
        Consent needed = Objects.requireNonNull(consented.consent());
        Instant until = Objects.requireNonNull(needed.pauseUntil());
        return changes.makeConsented(consented, Steps.NONE, it -> pause(it, until));
    }

    private Answer pause(AuditEntry entry, Instant until) {
        Change change = Settle.pause(entry.lock(), entry.actors(), entry.reason(), until, entry.id());
        return locks.settle(entry, change, latest -> making(entry, until, latest), lock -> {
            boolean ours = lock.paused() != null && lock.paused().id().equals(entry.id());
            return ours
                    ? locks.result(Outcome.ENDED, "The lock is paused until %s.".formatted(Formats.exact(until)))
                    : another(lock);
        });
    }

    /** Null for a name that agents refuse, whose document was there when the request was made. */
    private static @Nullable Change making(AuditEntry entry, Instant until, Instant latest) {
        return UnusedLocks.name(entry.lock())
                .map(name -> Settle.pauseUnused(name, entry.actors(), entry.reason(), until, latest, entry.id()))
                .orElse(null);
    }

    /**
     * Ends exactly that pause; the lock is handed to the next waiter. Waits for MongoDB. It needs no consent.
     *
     * @throws AccessDeniedException if the present user is no operator, or the lock is outside the user's scope
     * @throws RefusedException if the lock is in a source that is read-only; then nothing was changed
     * @throws DataAccessException if the intent could not be recorded; then nothing was changed
     */
    public Result resume(LockId lock, Pause seen, String ip) {
        String id = UUID.randomUUID().toString();
        String paused = "paused by %s until %s".formatted(seen.by(), Formats.exact(seen.until()));
        AuditEntry entry = rights.entry(id, lock, Action.RESUME, seen.id(), paused, "", ip);
        return changes.makeUnasked(
                entry,
                it -> locks.settle(
                        it,
                        Settle.resume(lock.name(), seen, id),
                        now -> now.paused() == null
                                ? locks.result(Outcome.ENDED, "The lock is not paused any more.")
                                : another(now)));
    }

    private Result another(LockDocument lock) {
        Pause pause = lock.paused();
        return locks.result(
                Outcome.HOLDER_CHANGED,
                pause == null
                        ? "Its time is over by now."
                        : "It is paused by %s until %s."
                                .formatted(Formats.visible(pause.by()), Formats.exact(pause.until())));
    }

    private Answer takeOut(AuditEntry entry) {
        return locks.settle(
                entry,
                Settle.takeOut(entry.lock(), entry.acquirer(), entry.actors(), entry.reason(), entry.id()),
                lock -> read(lock, entry));
    }

    /** The change wakes whom it takes out, under the entry's id. */
    private Result read(LockDocument lock, AuditEntry entry) {
        if (lock.wake() != null && lock.wake().startsWith(entry.id() + " ")) {
            return locks.result(Outcome.ENDED, "The waiter was taken out of the queue.");
        }
        if (lock.holder(entry.acquirer()).isPresent()) {
            return locks.result(Outcome.HOLDER_CHANGED, "The lock was granted to it meanwhile.");
        }
        return locks.result(
                Outcome.GONE,
                lock.takenOut(entry.acquirer())
                        .map(earlier -> "%s took it out of the queue already.".formatted(Formats.visible(earlier.by())))
                        .orElse("It does not wait any more."));
    }
}
