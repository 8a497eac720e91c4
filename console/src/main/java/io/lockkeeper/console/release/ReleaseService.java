package io.lockkeeper.console.release;

import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.Action;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.audit.AuditLog;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.consent.ConsentRequests;
import io.lockkeeper.console.consent.ConsentedWork;
import io.lockkeeper.console.dialect.Acquisition;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.Dialects;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.dialect.Grade;
import io.lockkeeper.console.dialect.OwnLease;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import io.lockkeeper.console.eviction.EvictionService;
import io.lockkeeper.console.release.Releasing.Answer;
import io.lockkeeper.console.scope.LockId;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.security.ActingUser;
import io.lockkeeper.console.shell.RefusedException;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.console.source.SourceRights;
import io.lockkeeper.console.source.Sources;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Service;

/**
 * Ends exactly the acquisition of another library's lock that an operator saw, as its dialect prescribes. The order is: check
 * the caller and whether an administrator has allowed it for the source, record the intent, make the change, record the
 * outcome. Unless the intent is recorded, nothing is changed.
 */
@Service
public class ReleaseService implements ConsentedWork {

    private static final Logger LOG = LoggerFactory.getLogger(ReleaseService.class);

    private final EvictionService evictions;
    private final Sources sources;
    private final Dialects dialects;
    private final SourceRights rights;
    private final Releasing releasing;
    private final LateWrites lateWrites;
    private final MarkedLeases marked;
    private final AuditLog audit;
    private final ConsentRequests consents;
    private final SourceFeeds feeds;
    private final ServerClock clock;

    ReleaseService(
            EvictionService evictions,
            Sources sources,
            Dialects dialects,
            SourceRights rights,
            Releasing releasing,
            LateWrites lateWrites,
            MarkedLeases marked,
            AuditLog audit,
            ConsentRequests consents,
            SourceFeeds feeds,
            ServerClock clock) {
        this.evictions = evictions;
        this.sources = sources;
        this.dialects = dialects;
        this.rights = rights;
        this.releasing = releasing;
        this.lateWrites = lateWrites;
        this.marked = marked;
        this.audit = audit;
        this.consents = consents;
        this.feeds = feeds;
        this.clock = clock;
    }

    /** How long nobody has a lock that is quarantined, at the least. */
    Duration quarantine() {
        return evictions.quarantine();
    }

    /** Why the present user cannot evict a holder of this source, in a sentence; empty if the user can. */
    public Optional<String> refusal(LockSource source, Dialect dialect) {
        return evictions.refusal().or(() -> outside(source.id())).or(() -> obstacle(source, dialect));
    }

    /**
     * Refuses a request for a source outside the present user's scope before anything about it is revealed, and records the
     * refusal.
     *
     * @throws AccessDeniedException if the source is outside it
     */
    public void requireWithin(String source, String lock, String reason, String ip) {
        outside(source).ifPresent(why -> {
            deny(unseen(source, lock, reason, ip), why);
            throw new AccessDeniedException(why);
        });
    }

    private static Optional<String> outside(String source) {
        return LockScope.present().seesSource(source)
                ? Optional.empty()
                : Optional.of("This source is outside your scope: you are limited to some locks.");
    }

    private AuditEntry unseen(String source, String lock, String reason, String ip) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                clock.now(),
                ActingUser.words(SecurityContextHolder.getContext().getAuthentication()),
                ip,
                Action.EVICT,
                new LockId(source, lock),
                "",
                0,
                "unseen",
                reason,
                null,
                null,
                List.of(),
                null);
    }

    /** Why nobody can evict a holder of this source, whoever asks; empty if nothing is known to be in the way. */
    public Optional<String> obstacle(LockSource source, Dialect dialect) {
        return rights.obstacle(source, dialect);
    }

    /**
     * Ends the acquisition that the operator saw, or says why nothing was changed. Waits for MongoDB.
     *
     * @throws AccessDeniedException if the present user is no operator, or the source is outside the user's scope
     * @throws RefusedException if the source does not allow it, or grade C is not confirmed; then nothing was changed
     * @throws DataAccessException if the intent could not be recorded; then nothing was changed
     */
    public Result evict(ReleaseRequest request) {
        AuditEntry entry = entry(request);
        if (!evictions.isAllowed()) {
            deny(entry, "Only an operator may evict.");
            throw new AccessDeniedException("Only an operator may evict.");
        }
        outside(request.source()).ifPresent(why -> {
            deny(entry, why);
            throw new AccessDeniedException(why);
        });
        LockSource source = source(entry);
        Dialect dialect = dialect(source);
        check(request, entry, source, dialect);
        return consents.ask(entry).map(evictions::awaitsConsent).orElseGet(() -> {
            audit.intend(entry);
            return release(source, dialect, request.seen(), entry);
        });
    }

    @Override
    public boolean isOf(AuditEntry entry) {
        return !entry.place().isFirst() && entry.action().isEviction();
    }

    /** The source may have been made read-only, or the lock have changed hands, since that was asked for. */
    @Override
    public Result run(AuditEntry consented) {
        try {
            LockSource source = source(consented);
            Dialect dialect = dialect(source);
            return SourceRights.readOnly(source, dialect)
                    .map(why -> concluded(consented, Outcome.DENIED, why))
                    .orElseGet(() -> release(source, dialect, consented));
        } catch (RefusedException e) {
            return concluded(consented, Outcome.DENIED, String.valueOf(e.getMessage()));
        }
    }

    private Result release(LockSource source, Dialect dialect, AuditEntry consented) {
        Acquisition seen = Acquisition.ofText(consented.acquirer());
        return feeds.find(LockScope.EVERYTHING, source.id())
                .flatMap(SourceFeeds.Watched::board)
                .flatMap(board -> board.find(seen.id()))
                .flatMap(lock -> lock.with(seen))
                .map(lock -> release(source, dialect, lock, consented))
                .orElseGet(() -> concluded(
                        consented, Outcome.HOLDER_CHANGED, "It is not the acquisition any more that was seen."));
    }

    private Result concluded(AuditEntry entry, Outcome outcome, String detail) {
        Result result = new Result(clock.now(), outcome, detail, "");
        conclude(entry, result);
        return result;
    }

    private LockSource source(AuditEntry entry) {
        return sources.stored(entry.place().source())
                .orElseThrow(() -> new RefusedException("This source was removed. Nothing was changed."));
    }

    private Dialect dialect(LockSource source) {
        return dialects.find(source.dialect())
                .orElseThrow(() -> new RefusedException("The source's dialect is missing. Nothing was changed."));
    }

    private Result release(LockSource source, Dialect dialect, ForeignLock seen, AuditEntry entry) {
        Answer answer = releasing.release(source, dialect, seen, entry, quarantine());
        conclude(entry, answer.result());
        lateWrites.begin(entry, answer);
        marked.begin(entry, answer.result());
        return answer.result();
    }

    private void check(ReleaseRequest request, AuditEntry entry, LockSource source, Dialect dialect) {
        SourceRights.readOnly(source, dialect).ifPresent(why -> {
            deny(entry, why);
            throw new RefusedException(why + " Nothing was changed.");
        });
        if (request.way() == Way.NOW) {
            checkAtOnce(request, dialect);
        }
        if (dialect.grade() == Grade.C && !request.isConfirmed()) {
            throw new RefusedException(
                    "Confirm with the lock's name that the old process is dead: a lock of grade C is safe to release"
                            + " only then. Nothing was changed.");
        }
    }

    private static void checkAtOnce(ReleaseRequest request, Dialect dialect) {
        if (!dialect.evictsAtOnce()) {
            throw new RefusedException(
                    "Only Lockkeeper's own locks can be evicted at once: %s has one way of its own. Nothing was changed."
                            .formatted(dialect.library()));
        }
        if (!request.isConfirmed()) {
            throw new RefusedException(
                    "Confirm with the lock's name that the old process is dead: evicted at once, it gets no time to stop."
                            + " Nothing was changed.");
        }
    }

    private void deny(AuditEntry entry, String why) {
        LOG.warn("An eviction was denied: user={} source={} lock={}", entry.by(), entry.place().source(), entry.lock());
        try {
            audit.intend(entry);
            audit.conclude(entry, new Result(clock.now(), Outcome.DENIED, why, ""));
        } catch (DataAccessException e) {
            LOG.error("A denied eviction could not be recorded: user={} lock={}", entry.by(), entry.lock(), e);
        }
    }

    /** Records the outcome of a change that has already been made, if possible. */
    private void conclude(AuditEntry entry, Result result) {
        try {
            audit.conclude(entry, result);
        } catch (DataAccessException e) {
            LOG.error("The outcome of an eviction could not be recorded yet: entry={}", entry.id(), e);
            lateWrites.recordLater(entry, result);
        }
    }

    private AuditEntry entry(ReleaseRequest request) {
        ForeignLock seen = request.seen();
        return new AuditEntry(
                request.id(),
                clock.now(),
                ActingUser.words(SecurityContextHolder.getContext().getAuthentication()),
                request.ip(),
                request.way() == Way.NOW ? Action.EVICT_NOW : Action.EVICT,
                new LockId(request.source(), seen.name()),
                seen.acquisition().text(),
                seen.fence().orElse(0),
                holder(seen),
                request.reason(),
                null,
                null,
                List.of(),
                null);
    }

    /** Who holds it, in words. */
    static String holder(ForeignLock lock) {
        Optional<String> lease =
                lock.own().flatMap(it -> OwnLease.in(it, lock.acquisition())).map(OwnLease::words);
        return lease.orElseGet(() -> holders(lock));
    }

    private static String holders(ForeignLock lock) {
        return lock.holders().isEmpty() ? "an unknown holder" : String.join(", ", lock.holders());
    }
}
