package io.lockkeeper.console.api;

import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.eviction.EvictionRequest;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.act.eviction.EvictionService;
import io.lockkeeper.console.act.eviction.Seen;
import io.lockkeeper.console.face.locks.LockReader;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Component;

/** Evicts one lease for a program; whatever does not evict it is a problem. Waits for MongoDB. */
@Component
final class LeaseEvictions {

    private final EvictionService evictions;
    private final LockReader locks;
    private final ApiLocks whole;

    LeaseEvictions(EvictionService evictions, LockReader locks, ApiLocks whole) {
        this.evictions = evictions;
        this.locks = locks;
        this.whole = whole;
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
     * Ends the lease with the token, or says why nothing was changed.
     *
     * @throws ProblemException if it was not evicted, or perhaps not
     * @throws AccessDeniedException if the present user may not
     */
    Made evict(String lock, long token, EvictionBody body, String ip) {
        String reason = Objects.requireNonNullElse(body.reason(), "");
        evictions.requireWithin(LockId.first(lock), body.isNow() ? Action.EVICT_NOW : Action.EVICT, reason, ip);
        LockView found = locks.read(LockScope.present(), lock)
                .filter(it -> !it.foreign())
                .orElseThrow(() -> LocksApi.none(lock));
        Holder seen = found.holders().stream()
                .filter(holder -> holder.token() == token)
                .findFirst()
                .orElseThrow(() ->
                        changed(found, String.format(Locale.ROOT, "No lease of this lock has the token %d.", token)));
        Way way = body.isNow() ? Way.NOW : Way.MARK;
        return evict(ProblemException.checked(() -> new EvictionRequest(
                LockId.first(lock),
                Seen.of(lock, seen),
                reason,
                Objects.requireNonNullElse(body.confirm(), ""),
                way,
                ip)));
    }

    private Made evict(EvictionRequest asked) {
        evictions.refusal().filter(why -> evictions.isAllowed()).ifPresent(why -> {
            throw new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, why);
        });
        try {
            Result result = evictions.evict(asked);
            check(asked, result);
            return new Made(asked, result);
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
            case HOLDER_CHANGED, GONE -> throw changed(asked.lock().name(), result.detail());
            case REFUSED ->
                throw new ProblemException(
                        HttpStatus.SERVICE_UNAVAILABLE, "MongoDB refused the change; nothing was changed.");
            case DENIED -> throw new ProblemException(HttpStatus.FORBIDDEN, "Only an operator may evict.");
            case NOT_CONFIRMED ->
                throw new ProblemException(
                                HttpStatus.GATEWAY_TIMEOUT,
                                "MongoDB did not confirm the change: the lease may be evicted or not. Look at the"
                                        + " lock; the audit resolves it.")
                        .with("id", asked.id());
        }
    }

    private ProblemException changed(String lock, String detail) {
        return locks.read(LockScope.present(), lock)
                .map(now -> changed(now, detail))
                .orElseGet(() -> new ProblemException(HttpStatus.PRECONDITION_FAILED, unchanged(detail)));
    }

    /** With what is there now. */
    private ProblemException changed(LockView now, String detail) {
        return new ProblemException(HttpStatus.PRECONDITION_FAILED, unchanged(detail)).with("current", whole.of(now));
    }

    private static String unchanged(String detail) {
        return (detail + " Nothing was changed.").strip();
    }
}
