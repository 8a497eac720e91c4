package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.consent.ConsentedWork;
import io.lockkeeper.console.act.eviction.AuditedChanges.Steps;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Settle;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Service;

/**
 * Takes waiters out of queues, wherever the lock is. In this order: who asks is checked, the intent is recorded, the lock is changed, the outcome is recorded.
 * Without a record of the intent nothing is changed.
 */
@Service
public class TakeOutService implements ConsentedWork {

    private final AuditedChanges changes;
    private final ChangeRights rights;
    private final LockChanges locks;

    TakeOutService(AuditedChanges changes, ChangeRights rights, LockChanges locks) {
        this.changes = changes;
        this.rights = rights;
        this.locks = locks;
    }

    /** Why the present user cannot take a waiter of this lock out, in a sentence; empty if the user can. */
    public Optional<String> refusal(LockId lock) {
        return rights.refusal("Only an operator may take a waiter out; you are a viewer.", lock);
    }

    /** As {@link EvictionService#requireWithin}. */
    public void requireWithin(LockId lock, String reason, String ip) {
        rights.requireWithin(lock, Action.TAKE_OUT, reason, ip);
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
        AuditEntry entry = entry(asked);
        return changes.make(entry, null, () -> {}, Steps.NONE, this::change);
    }

    @Override
    public boolean isOf(AuditEntry entry) {
        return entry.action() == Action.TAKE_OUT;
    }

    @Override
    public Result run(AuditEntry consented) {
        return changes.makeConsented(consented, Steps.NONE, this::change);
    }

    private Answer change(AuditEntry entry) {
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

    private AuditEntry entry(TakeOutRequest asked) {
        String waiter = Holders.words(asked.seen().owner());
        return rights.entry(
                asked.id(), asked.lock(), Action.TAKE_OUT, asked.seen().acquirer(), waiter, asked.reason(), asked.ip());
    }
}
