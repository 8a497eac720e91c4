package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.AuditRequest;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.people.security.ActingUser;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.SourceRights;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/** Checks who may change a lock, in the console's first collection or in a source. Denials are recorded. */
@Component
final class ChangeRights {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeRights.class);

    private final AuthorityAuthorizationManager<Object> operators =
            AuthorityAuthorizationManager.hasRole(Roles.OPERATOR);
    private final SourceRights sources;
    private final SourceFeeds feeds;
    private final AuditLog audit;
    private final ConsolePrivileges keeping;
    private final ServerClock clock;

    ChangeRights(
            SourceRights sources, SourceFeeds feeds, AuditLog audit, ConsolePrivileges keeping, ServerClock clock) {
        this.sources = sources;
        this.feeds = feeds;
        this.audit = audit;
        this.keeping = keeping;
        this.clock = clock;
    }

    /** Whether the present user is an operator. */
    boolean isAllowed() {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        return user != null && operators.authorize(() -> user, this).isGranted();
    }

    /**
     * Why the present user can change no lock, in a sentence; empty if the user can.
     *
     * @param viewer the sentence for a user who is no operator
     */
    Optional<String> refusal(String viewer) {
        return isAllowed()
                ? keeping.whyNobodyEvicts()
                        .map(why -> "Evictions are off, because they could not be recorded: %s.".formatted(why))
                : Optional.of(viewer);
    }

    /** Why the present user cannot change this lock, as far as pages know. */
    Optional<String> refusal(String viewer, LockId lock) {
        return refusal(viewer).or(() -> outside(lock)).or(() -> obstacle(lock.source()));
    }

    /** Why its locks cannot be changed, by any user; empty if nothing is known to be in the way. */
    Optional<String> obstacle(String source) {
        return feeds.find(LockScope.present(), source).flatMap(this::obstacle);
    }

    private Optional<String> obstacle(Watched watched) {
        return watched.dialect().flatMap(it -> sources.obstacle(watched.source(), it));
    }

    /** Why the present user may not change this lock, in a sentence; empty if it is within the user's scope. */
    static Optional<String> outside(LockId lock) {
        return LockScope.present().sees(lock)
                ? Optional.empty()
                : Optional.of("This lock is outside your scope: you are limited to some locks.");
    }

    /**
     * Refuses a request for a lock outside the present user's scope before anything about the lock is revealed, and records the
     * refusal.
     *
     * @throws AccessDeniedException if the lock is outside it
     */
    void requireWithin(LockId lock, Action action, String reason, String ip) {
        outside(lock).ifPresent(why -> {
            deny(entry(UUID.randomUUID().toString(), lock, action, "", "unseen", reason, ip), why);
            throw new AccessDeniedException(why);
        });
    }

    /**
     * Checks who asks and, in a source, that an administrator allows it. Waits for MongoDB.
     *
     * @throws AccessDeniedException if the present user may not, which is on record then
     * @throws RefusedException if the source is read-only, which is on record then
     */
    void mayDo(AuditEntry entry) {
        Optional<String> why = isAllowed()
                ? outside(entry.place())
                : Optional.of(
                        "Only an operator may %s.".formatted(entry.action().words()));
        why.ifPresent(it -> {
            deny(entry, it);
            throw new AccessDeniedException(it);
        });
        sources.readOnly(entry.place().source()).ifPresent(it -> {
            deny(entry, it);
            throw new RefusedException(it + " Nothing was changed.");
        });
    }

    /** The audit's entry of what the present user requests of a lock's queue. */
    AuditEntry entry(String id, LockId lock, Action action, String seen, String words, String reason, String ip) {
        return entry(id, lock, action, seen, 0, words, reason, ip);
    }

    /** The audit's entry of what the present user requests of a lock. */
    AuditEntry entry(
            String id, LockId lock, Action action, String seen, long token, String words, String reason, String ip) {
        String by = ActingUser.words(SecurityContextHolder.getContext().getAuthentication());
        return AuditEntry.of(
                id,
                new AuditRequest(
                        clock.now(), by, ip, action, lock.storedSource(), lock.name(), seen, token, words, reason));
    }

    private void deny(AuditEntry entry, String why) {
        LOG.warn(
                "An operator's change was denied: user={} source={} lock={} action={}",
                entry.by(),
                entry.place().source(),
                entry.lock(),
                entry.action().words());
        try {
            audit.intend(entry);
            boolean unused = conclude(entry, new Result(clock.now(), Outcome.DENIED, isAllowed() ? why : "", ""));
        } catch (DataAccessException e) {
            LOG.error("What was denied could not be recorded: user={} lock={}", entry.by(), entry.lock(), e);
        }
    }

    /** Records the outcome of a change that has already been made; returns whether it could be recorded. */
    boolean conclude(AuditEntry entry, Result result) {
        try {
            audit.conclude(entry, result);
            return true;
        } catch (DataAccessException e) {
            LOG.error(
                    "The outcome of an operator's change could not be recorded yet: lock={} entry={} outcome={}",
                    entry.lock(),
                    entry.id(),
                    result.outcome(),
                    e);
            return false;
        }
    }
}
