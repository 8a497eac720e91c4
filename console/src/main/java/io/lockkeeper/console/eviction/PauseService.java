package io.lockkeeper.console.eviction;

import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.audit.AuditLog;
import io.lockkeeper.console.audit.Consent;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.consent.ConsentRequests;
import io.lockkeeper.console.consent.ConsentedWork;
import io.lockkeeper.console.eviction.LeaseEnding.Answer;
import io.lockkeeper.console.security.ActingUser;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Settle;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Service;

/**
 * Pauses locks, so that nobody acquires them for a while, and ends pauses. The order is: check the caller, record the intent,
 * change the lock, record the outcome. Unless the intent is recorded, nothing is changed.
 */
@Service
public class PauseService implements ConsentedWork {

    private final EvictionService evictions;
    private final LeaseEnding locks;
    private final AuditLog audit;
    private final ConsentRequests consents;
    private final ServerClock clock;

    PauseService(
            EvictionService evictions, LeaseEnding locks, AuditLog audit, ConsentRequests consents, ServerClock clock) {
        this.evictions = evictions;
        this.locks = locks;
        this.audit = audit;
        this.consents = consents;
        this.clock = clock;
    }

    /** Why the present user cannot pause a lock, in a sentence; empty if the user can. */
    public Optional<String> refusal() {
        return evictions.isAllowed()
                ? evictions.refusal()
                : Optional.of("Only an operator may pause a lock; you are a viewer.");
    }

    /** As {@link EvictionService#requireWithin}. */
    public void requireWithin(String lock, Action action, String reason, String ip) {
        evictions.requireWithin(lock, action, reason, ip);
    }

    /**
     * Pauses the lock until the given time, replacing an earlier pause. Waits for MongoDB. If a second person has to consent,
     * nothing changes before that.
     *
     * @throws AccessDeniedException if the present user is no operator, or the lock is outside the user's scope
     * @throws DataAccessException if the intent could not be recorded; then nothing was changed
     */
    public Result pause(PauseRequest asked) {
        String until = "until " + Words.exact(asked.until());
        AuditEntry entry = entry(asked.id(), asked.lock(), Action.PAUSE, asked.id(), until, asked.reason(), asked.ip());
        evictions.mayDo(entry);
        return consents.ask(entry, asked.until()).map(evictions::awaitsConsent).orElseGet(() -> {
            audit.intend(entry);
            return pause(entry, asked.until());
        });
    }

    @Override
    public boolean isOf(AuditEntry entry) {
        return entry.action() == Action.PAUSE;
    }

    @Override
    public Result run(AuditEntry consented) {
        Consent needed = Objects.requireNonNull(consented.consent());
        return pause(consented, Objects.requireNonNull(needed.pauseUntil()));
    }

    private Result pause(AuditEntry entry, Instant until) {
        Change change = Settle.pause(entry.lock(), entry.actors(), entry.reason(), until, entry.id());
        return change(entry, change, lock -> {
            boolean ours = lock.paused() != null && lock.paused().id().equals(entry.id());
            return ours
                    ? result(Outcome.ENDED, "The lock is paused until %s.".formatted(Words.exact(until)))
                    : another(lock);
        });
    }

    /**
     * Ends exactly that pause; the lock is handed to the next waiter. Waits for MongoDB.
     *
     * @throws AccessDeniedException if the present user is no operator, or the lock is outside the user's scope
     * @throws DataAccessException if the intent could not be recorded; then nothing was changed
     */
    public Result resume(String name, Pause seen, String ip) {
        String id = UUID.randomUUID().toString();
        String paused = "paused by %s until %s".formatted(seen.by(), Words.exact(seen.until()));
        AuditEntry entry = entry(id, name, Action.RESUME, seen.id(), paused, "", ip);
        evictions.mayDo(entry);
        audit.intend(entry);
        return change(
                entry,
                Settle.resume(name, seen, id),
                lock -> lock.paused() == null
                        ? result(Outcome.ENDED, "The lock is not paused any more.")
                        : another(lock));
    }

    private Result change(AuditEntry entry, Change change, Function<LockDocument, Result> read) {
        Result result = locks.apply(change, entry, lock -> new Answer(read.apply(lock), lock))
                .result();
        boolean unused = evictions.conclude(entry, result);
        return result;
    }

    private Result another(LockDocument lock) {
        Pause pause = lock.paused();
        return result(
                Outcome.HOLDER_CHANGED,
                pause == null
                        ? "Its time is over by now."
                        : "It is paused by %s until %s."
                                .formatted(Words.visible(pause.by()), Words.exact(pause.until())));
    }

    private Result result(Outcome outcome, String detail) {
        return new Result(clock.now(), outcome, detail, "");
    }

    private AuditEntry entry(
            String id, String lock, Action action, String pause, String words, String reason, String ip) {
        Instant now = clock.now();
        String by = ActingUser.words(SecurityContextHolder.getContext().getAuthentication());
        return new AuditEntry(id, now, by, ip, action, lock, pause, 0, words, reason, null, null);
    }
}
