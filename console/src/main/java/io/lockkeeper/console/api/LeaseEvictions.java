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
import java.time.Duration;
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

    LeaseEvictions(EvictionService evictions, TaggedHolders holders) {
        this.evictions = evictions;
        this.holders = holders;
    }

    /**
     * The request of an eviction.
     *
     * @param confirm the lock's name once more; empty for nothing confirmed
     */
    record Order(String reason, String confirm, Way way) {

        static Order of(@Nullable String reason, @Nullable String confirm, @Nullable Boolean now) {
            return new Order(
                    Objects.requireNonNullElse(reason, ""),
                    Objects.requireNonNullElse(confirm, ""),
                    Boolean.TRUE.equals(now) ? Way.NOW : Way.MARK);
        }

        private Action action() {
            return way == Way.NOW ? Action.EVICT_NOW : Action.EVICT;
        }
    }

    /** An eviction that was made, or waits for a second person's consent. */
    record Made(EvictionRequest asked, Result result) {

        boolean awaitsConsent() {
            return result.outcome() == Outcome.AWAITS_CONSENT;
        }

        EvictionAnswer answer(Duration quarantine) {
            return EvictionAnswer.of(
                    asked.id(), asked.lock().name(), asked.seen().token(), result, quarantine.toMillis());
        }
    }

    Duration quarantine() {
        return evictions.quarantine();
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
    Made evict(LockId lock, String tag, Order order, String ip) {
        evictions.requireWithin(lock, order.action(), order.reason(), ip);
        Seen seen = holders.find(lock, tag);
        return evict(ProblemException.checked(
                () -> new EvictionRequest(lock, seen, order.reason(), order.confirm(), order.way(), ip)));
    }

    private Made evict(EvictionRequest asked) {
        evictions.refusal().filter(why -> evictions.isAllowed()).ifPresent(why -> {
            throw new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, why);
        });
        try {
            Result result = evictions.evict(asked);
            check(asked, result);
            return new Made(asked, result);
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
            case HOLDER_CHANGED, GONE -> throw holders.changed(asked.lock(), asked.seen(), result.detail());
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
