package io.lockkeeper.console.api;

import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.eviction.EvictionRequest;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.act.eviction.EvictionService;
import io.lockkeeper.console.act.eviction.Seen;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Component;

/** Evicts one holder for a program, in any source; any outcome but its eviction is a problem. Waits for MongoDB. */
@Component
final class LeaseEvictions {

    private final EvictionService evictions;
    private final TaggedHolders holders;
    private final AskedSources sources;

    LeaseEvictions(EvictionService evictions, TaggedHolders holders, AskedSources sources) {
        this.evictions = evictions;
        this.holders = holders;
        this.sources = sources;
    }

    /**
     * The body that asks for an eviction.
     *
     * @param reason why, for the holder and the audit
     * @param now whether a lease of Lockkeeper's own ends at once, without a quarantine: only for a process that is known to be dead
     * @param confirm for grade C, and if {@code now}, the lock's name once more, by which the old process is confirmed dead
     */
    record EvictionBody(
            @Nullable String reason,
            @Nullable Boolean now,
            @Nullable String confirm) {

        private Way way() {
            return Boolean.TRUE.equals(now) ? Way.NOW : Way.MARK;
        }

        private Action action() {
            return way() == Way.NOW ? Action.EVICT_NOW : Action.EVICT;
        }

        private EvictionRequest of(LockId lock, Seen seen, String ip) {
            return new EvictionRequest(lock, seen, text(reason), text(confirm), way(), ip);
        }

        private static String text(@Nullable String given) {
            return Objects.requireNonNullElse(given, "");
        }
    }

    /**
     * An eviction that was made, or waits for a second person's consent.
     *
     * @param ours whether it was one of Lockkeeper's own locks
     */
    record Made(EvictionRequest asked, Result result, boolean ours) {

        boolean awaitsConsent() {
            return result.outcome() == Outcome.AWAITS_CONSENT;
        }
    }

    EvictionAnswer answer(Made made) {
        return EvictionAnswer.of(
                made.asked(), made.result(), made.ours(), evictions.quarantine().toMillis());
    }

    /** Whether the present user may evict at all. */
    boolean isAllowed() {
        return evictions.isAllowed();
    }

    /**
     * Evicts the holder with the tag, or says why nothing was changed.
     *
     * @throws ProblemException if it was not evicted, or perhaps not
     * @throws AccessDeniedException if the present user may not
     */
    Made evict(LockId lock, String tag, EvictionBody body, String ip) {
        evictions.requireWithin(lock, body.action(), EvictionBody.text(body.reason), ip);
        Seen seen = holders.find(lock, tag);
        return evict(ProblemException.checked(() -> body.of(lock, seen, ip)));
    }

    private Made evict(EvictionRequest asked) {
        evictions.refusal().filter(why -> evictions.isAllowed()).ifPresent(why -> {
            throw new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, why);
        });
        try {
            Result result = evictions.evict(asked);
            check(asked, result);
            return new Made(asked, result, sources.isOurs(asked.lock().source()));
        } catch (RefusedException e) {
            throw new ProblemException(HttpStatus.CONFLICT, String.valueOf(e.getMessage()));
        } catch (DataAccessException e) {
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE, "Nothing was evicted, because it could not be recorded.");
        }
    }

    private void check(EvictionRequest asked, Result result) {
        switch (result.outcome()) {
            case MARKED, ENDED, AWAITS_CONSENT -> {}
            case ALREADY_MARKED ->
                throw new ProblemException(HttpStatus.CONFLICT, "The lease was evicted before; nothing was changed.");
            case HOLDER_CHANGED, GONE -> throw holders.changed(asked.lock(), result.detail());
            case REFUSED ->
                throw new ProblemException(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        Formats.visible(("MongoDB refused the change. " + result.unchanged()).strip()));
            case DENIED -> throw new ProblemException(HttpStatus.FORBIDDEN, "Only an operator may evict.");
            case NOT_CONFIRMED ->
                throw new ProblemException(
                                HttpStatus.GATEWAY_TIMEOUT,
                                "MongoDB did not confirm the change: the lease may be evicted or not. Look at the"
                                        + " lock; the audit resolves it.")
                        .with("id", asked.id());
        }
    }
}
