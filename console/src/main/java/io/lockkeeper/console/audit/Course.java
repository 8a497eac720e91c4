package io.lockkeeper.console.audit;

import io.lockkeeper.console.audit.AuditEntry.End;
import io.lockkeeper.console.audit.AuditEntry.End.Kind;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.board.EvictionState.AwaitsConsent;
import io.lockkeeper.console.board.EvictionState.NothingChanged;
import io.lockkeeper.console.board.EvictionState.Sent;
import io.lockkeeper.console.board.EvictionState.Unconfirmed;
import io.lockkeeper.console.board.EvictionState.Unknown;
import io.lockkeeper.console.board.EvictionState.Why;
import io.lockkeeper.console.history.LeaseRecord;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Released;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One eviction and where it stands: moved on by MongoDB's answer and by what the lock's document shows, whichever comes
 * first. The lock decides: its mark carries the entry's id as stamp, its operator and its reason.
 *
 * @param entry what was asked
 * @param state where it stands
 */
record Course(AuditEntry entry, EvictionState state) {

    /** What two clocks that tell the server's time may differ by. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    static Course begun(AuditEntry entry) {
        return new Course(entry, entry.isToBeDone() ? new Sent() : awaiting(entry.consent()));
    }

    /** What the records tell by themselves: without an answer, the change may have been made or not. */
    static Course recorded(AuditEntry entry) {
        End end = entry.end();
        Result result = entry.result();
        if (!entry.isToBeDone()) {
            return new Course(entry, awaiting(entry.consent()));
        }
        if (end != null) {
            return new Course(entry, stateOf(end));
        }
        return new Course(entry, result == null ? new Unconfirmed() : stateOf(entry, result));
    }

    /** What MongoDB answered, with the lock as the change left it, or null where that did not come. */
    Course answered(Result result, @Nullable LockDocument lock) {
        Course answered = to(stateOf(entry, result));
        return lock == null ? answered : answered.saw(lock, result.at());
    }

    /** What the lock's document shows, or null where there is none any more. */
    Course saw(@Nullable LockDocument lock, Instant now) {
        if (state.isFinal()) {
            return this;
        }
        return Optional.ofNullable(lock)
                .flatMap(it -> it.holder(entry.acquirer()))
                .filter(holder -> holder.token() == entry.token())
                .map(holder -> held(holder, now))
                .orElseGet(() -> ended(lock == null ? null : lock.released()));
    }

    End end(Instant now) {
        Duration after = state instanceof EvictionState.Stopped stopped ? stopped.after() : Duration.ZERO;
        return new End(now, kind(), after);
    }

    Course ended(End end) {
        return to(stateOf(end));
    }

    private Course held(Holder holder, Instant now) {
        Eviction mark = holder.evicted();
        if (mark != null && (isOurs(mark) || holder.stamp().equals(entry.id()))) {
            return EvictionState.of(holder, now).map(this::to).orElse(this);
        }
        if (!(state instanceof Unconfirmed)) {
            return this;
        }
        if (mark != null) {
            return to(new NothingChanged(Why.ALREADY_MARKED));
        }
        return now.isAfter(entry.deadline().plus(SLACK)) ? to(new NothingChanged(Why.NEVER_APPLIED)) : this;
    }

    /** The lease is gone. A lock keeps only its latest end, so a later one may hide how this lease ended. */
    private Course ended(@Nullable Released end) {
        if (state instanceof Sent || state instanceof AwaitsConsent) {
            return this;
        }
        return end == null || !end.acquirer().equals(entry.acquirer())
                ? to(new Unknown())
                : ended(end.evicted(), end.at());
    }

    /** What the history tells of the lease, where its lock tells nothing any more; empty while that has no end of it. */
    Optional<Course> told(LeaseRecord lease) {
        return Optional.ofNullable(lease.endedAt()).map(at -> ended(lease.evicted(), at));
    }

    private Course ended(@Nullable Eviction mark, Instant at) {
        return mark != null && (isOurs(mark) || !(state instanceof Unconfirmed))
                ? to(EvictionState.ended(mark, at))
                : to(new NothingChanged(mark == null ? Why.GONE : Why.ALREADY_MARKED));
    }

    private boolean isOurs(Eviction mark) {
        return mark.by().equals(entry.actors())
                && mark.reason().equals(entry.reason())
                && mark.at().isAfter(entry.begunAt().minus(SLACK))
                && mark.at().isBefore(entry.deadline().plus(SLACK));
    }

    private Course to(EvictionState next) {
        return new Course(entry, next);
    }

    private Kind kind() {
        return switch (state) {
            case EvictionState.Stopped stopped -> Kind.STOPPED;
            case EvictionState.NeverConfirmed never -> Kind.NEVER_CONFIRMED;
            case EvictionState.Removed removed -> Kind.REMOVED;
            case NothingChanged nothing -> Kind.NOT_CHANGED;
            default -> Kind.UNKNOWN;
        };
    }

    private static EvictionState awaiting(@Nullable Consent consent) {
        Consent asked = Objects.requireNonNull(consent, "what is to be done at once needs none");
        return asked.decision() == null
                ? new AwaitsConsent(asked.until())
                : new NothingChanged(
                        switch (asked.decision().kind()) {
                            case REFUSED, WITHDRAWN -> Why.CONSENT_REFUSED;
                            case VOID -> Why.DENIED;
                            case EXPIRED, CONSENTED -> Why.NO_CONSENT;
                        });
    }

    private static EvictionState stateOf(End end) {
        return switch (end.kind()) {
            case STOPPED -> new EvictionState.Stopped(end.after());
            case NEVER_CONFIRMED -> new EvictionState.NeverConfirmed();
            case REMOVED -> new EvictionState.Removed();
            case NOT_CHANGED -> new NothingChanged(Why.NEVER_APPLIED);
            case UNKNOWN, LATE_WRITE, NO_LATE_WRITE -> new Unknown();
        };
    }

    private static EvictionState stateOf(AuditEntry entry, Result result) {
        return switch (result.outcome()) {
            case MARKED -> marked(new Eviction(entry.actors(), entry.reason(), result.at(), Instant.MAX));
            case ENDED -> new EvictionState.Removed();
            case NOT_CONFIRMED -> new Unconfirmed();
            case HOLDER_CHANGED -> new NothingChanged(Why.HOLDER_CHANGED);
            case ALREADY_MARKED -> new NothingChanged(Why.ALREADY_MARKED);
            case GONE -> new NothingChanged(Why.GONE);
            case DENIED -> new NothingChanged(Why.DENIED);
            case REFUSED -> new NothingChanged(Why.REFUSED);
            case AWAITS_CONSENT -> awaiting(entry.consent());
        };
    }

    /** The lock alone tells when its quarantine ends and when it expires: until that is known, neither does. */
    private static EvictionState marked(Eviction mark) {
        return new EvictionState.Quarantine(mark, Instant.MAX);
    }
}
