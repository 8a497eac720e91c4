package io.lockkeeper.console.eviction;

import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.audit.AuditLog;
import io.lockkeeper.console.audit.Consent;
import io.lockkeeper.console.audit.EvictionFollower;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.consent.ConsentRequests;
import io.lockkeeper.console.consent.ConsentedWork;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import io.lockkeeper.console.eviction.LockChanges.Answer;
import io.lockkeeper.console.security.ActingUser;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.console.scope.LockId;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Service;

/**
 * Ends exactly the lease that an operator saw, identified by acquirer and token. The order is: check the caller, record the
 * intent, end the lease, record the outcome. Unless the intent is recorded, nothing is ended.
 */
@Service
public class EvictionService implements ConsentedWork {

    private static final Logger LOG = LoggerFactory.getLogger(EvictionService.class);

    private final LeaseEnding ending;
    private final AuditLog audit;
    private final EvictionFollower follower;
    private final ConsentRequests consents;
    private final ChangeRights rights;
    private final ServerClock clock;

    EvictionService(
            LeaseEnding ending,
            AuditLog audit,
            EvictionFollower follower,
            ConsentRequests consents,
            ChangeRights rights,
            ServerClock clock) {
        this.ending = ending;
        this.audit = audit;
        this.follower = follower;
        this.consents = consents;
        this.rights = rights;
        this.clock = clock;
    }

    /** How long the holder of an evicted lease has to stop. */
    public Duration quarantine() {
        return ending.quarantine();
    }

    /** Why the present user cannot evict, in a sentence; empty if the user can. */
    public Optional<String> refusal() {
        return rights.refusal("Only an operator may evict; you are a viewer.");
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
    public void requireWithin(String lock, Action action, String reason, String ip) {
        rights.requireWithin(LockId.first(lock), action, reason, ip);
    }

    /**
     * Ends the lease that the operator saw, or says why nothing was changed. Waits for MongoDB; {@link EvictionFollower} knows
     * the state meanwhile and afterwards. If a second person has to consent, nothing changes before that.
     *
     * @throws AccessDeniedException if the present user is no operator, or the lock is outside the user's scope
     * @throws DataAccessException if the intent could not be recorded; then nothing was changed
     */
    public Result evict(EvictionRequest request) {
        AuditEntry entry = entry(request);
        rights.mayDo(entry);
        follower.begin(entry);
        Optional<AuditEntry> asked = recorded(entry, () -> consents.ask(entry));
        if (asked.isPresent()) {
            follower.begin(asked.get());
            return awaitsConsent(asked.get());
        }
        recorded(entry, () -> {
            audit.intend(entry);
            return entry;
        });
        return answered(entry, ending.end(request, entry));
    }

    @Override
    public boolean isOf(AuditEntry entry) {
        return entry.place().isFirst() && entry.action().isEviction();
    }

    @Override
    public Result run(AuditEntry consented) {
        follower.begin(consented);
        return answered(consented, ending.end(consented));
    }

    private Result answered(AuditEntry entry, Answer answer) {
        follower.answered(entry, answer.result(), answer.lock(), rights.conclude(entry, answer.result()));
        return answer.result();
    }

    /** Returned if a second person has to consent first. */
    public Result awaitsConsent(AuditEntry asked) {
        Consent needed = Objects.requireNonNull(asked.consent());
        return result(
                Outcome.AWAITS_CONSENT,
                "Names that match %s need a second person's consent: another operator has until %s."
                        .formatted(needed.rule(), Words.exact(needed.until())));
    }

    private <T> T recorded(AuditEntry entry, Supplier<T> record) {
        try {
            return record.get();
        } catch (AccessDeniedException e) {
            LOG.warn("An eviction was denied: user={} lock={}", entry.by(), entry.lock());
            follower.answered(entry, result(Outcome.DENIED, String.valueOf(e.getMessage())), null, true);
            throw e;
        } catch (RuntimeException e) {
            LOG.warn("An eviction was not made, because it could not be recorded: lock={}", entry.lock(), e);
            follower.notRecorded(entry);
            throw e;
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
        return ActingUser.words(user);
    }
}
