package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.End;
import io.lockkeeper.console.act.audit.AuditEntry.End.Kind;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionState.AwaitsConsent;
import io.lockkeeper.console.watch.board.EvictionState.HolderLives;
import io.lockkeeper.console.watch.board.EvictionState.NoLateWrite;
import io.lockkeeper.console.watch.board.EvictionState.NothingChanged;
import io.lockkeeper.console.watch.board.EvictionState.Sent;
import io.lockkeeper.console.watch.board.EvictionState.Unconfirmed;
import io.lockkeeper.console.watch.board.EvictionState.Unknown;
import io.lockkeeper.console.watch.board.EvictionState.Watched;
import io.lockkeeper.console.watch.board.EvictionState.Why;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.source.LockSource;
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
 */
record Course(AuditEntry entry, EvictionState state) {

    /** How long the console watches for writes of an old holder, if a lock's document does not show how that ended. */
    static final Duration WATCHED = Duration.ofMinutes(15);

    /** By how much two clocks that follow the server's time may differ. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    static Course begun(AuditEntry entry) {
        return new Course(entry, entry.isToBeDone() ? new Sent() : awaiting(entry.consent()));
    }

    /** What follows from the records themselves: without an answer, the change may have been made or not. */
    static Course recorded(AuditEntry entry) {
        End end = entry.end();
        Result result = entry.result();
        if (!entry.isToBeDone()) {
            return new Course(entry, awaiting(entry.consent()));
        }
        if (end != null) {
            return new Course(entry, stateOf(entry, end));
        }
        return new Course(entry, result == null ? new Unconfirmed() : stateOf(entry, result));
    }

    /** Whether the lock's document shows how the lease ends. */
    boolean tellsEnds() {
        return Dialect.tellsEnds(LockSource.dialectOf(entry.place().source()));
    }

    /** Whether an end of it is still to be recorded, or may be. */
    boolean isOpen() {
        return entry.end() == null
                && !(state instanceof NothingChanged)
                && (tellsEnds() || !(state instanceof Unconfirmed));
    }

    /** The course after MongoDB's answer. */
    Course answered(Result result) {
        return to(stateOf(entry, result));
    }

    /** As {@link #saw(LockDocument, Instant, Duration)}, for a lock in the console's own cluster. */
    Course saw(@Nullable LockDocument lock, Instant now) {
        return saw(lock, now, Duration.ZERO);
    }

    /**
     * The course after a view of the lock's document, which is null if there is none any more.
     *
     * @param now by the clock of the lock's cluster
     * @param behind by how much that clock is behind the console's
     */
    Course saw(@Nullable LockDocument lock, Instant now, Duration behind) {
        if (state.isFinal() || !tellsEnds()) {
            return this;
        }
        Acquisition lease = entry.acquisition();
        return Optional.ofNullable(lock)
                .flatMap(it -> LeaseAcquisitions.in(it, lease))
                .map(holder -> held(holder, now, behind))
                .orElseGet(() ->
                        ended(Optional.ofNullable(lock).flatMap(it -> LeaseAcquisitions.lastEnd(it, lease)), behind));
    }

    /** The old holder wrote to the lock. */
    Course late(Instant at) {
        return state instanceof Watched watched
                ? to(new HolderLives(
                        watched.quarantined(),
                        at,
                        Duration.between(watched.until().minus(WATCHED), at)))
                : this;
    }

    /** The course at a later moment, if nothing has happened. */
    Course at(Instant now) {
        return state instanceof Watched watched && !now.isBefore(watched.until())
                ? to(new NoLateWrite(watched.quarantined(), WATCHED))
                : this;
    }

    End end(Instant now) {
        return switch (state) {
            case EvictionState.Stopped stopped -> new End(now, Kind.STOPPED, stopped.after());
            case EvictionState.NeverConfirmed never -> new End(now, Kind.NEVER_CONFIRMED, Duration.ZERO);
            case EvictionState.Removed removed -> new End(now, Kind.REMOVED, Duration.ZERO);
            case NothingChanged nothing -> new End(now, Kind.NOT_CHANGED, Duration.ZERO);
            case HolderLives lives -> new End(lives.at(), Kind.LATE_WRITE, lives.after());
            case NoLateWrite none -> new End(now, Kind.NO_LATE_WRITE, none.within());
            default -> new End(now, Kind.UNKNOWN, Duration.ZERO);
        };
    }

    Course ended(End end) {
        return to(stateOf(entry, end));
    }

    private Course held(Holder holder, Instant now, Duration behind) {
        Eviction mark = holder.evicted();
        if (mark != null && (isOurs(mark, behind) || holder.stamp().equals(entry.id()))) {
            return EvictionState.of(holder, now).map(this::to).orElse(this);
        }
        if (!(state instanceof Unconfirmed)) {
            return this;
        }
        if (mark != null) {
            return to(new NothingChanged(Why.ALREADY_MARKED));
        }
        return now.plus(behind).isAfter(entry.deadline().plus(SLACK))
                ? to(new NothingChanged(Why.NEVER_APPLIED))
                : this;
    }

    /** The lease is gone. A lock keeps only its latest end, so a later one may hide how this lease ended. */
    private Course ended(Optional<Released> end, Duration behind) {
        if (state instanceof Sent || state instanceof AwaitsConsent) {
            return this;
        }
        return end.map(it -> ended(it.evicted(), it.at(), behind)).orElseGet(() -> to(new Unknown()));
    }

    /** The end of the lease by the history, once its lock no longer shows the lease; empty while the history has no end of it. */
    Optional<Course> told(LeaseRecord lease) {
        return Optional.ofNullable(lease.endedAt()).map(at -> ended(lease.evicted(), at, Duration.ZERO));
    }

    private Course ended(@Nullable Eviction mark, Instant at, Duration behind) {
        return mark != null && (isOurs(mark, behind) || !(state instanceof Unconfirmed))
                ? to(EvictionState.ended(mark, at))
                : to(new NothingChanged(mark == null ? Why.GONE : Why.ALREADY_MARKED));
    }

    private boolean isOurs(Eviction mark, Duration behind) {
        Instant at = mark.at().plus(behind);
        return mark.by().equals(entry.actors())
                && mark.reason().equals(entry.reason())
                && at.isAfter(entry.begunAt().minus(SLACK))
                && at.isBefore(entry.deadline().plus(SLACK));
    }

    private Course to(EvictionState next) {
        return new Course(entry, next);
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

    private static EvictionState stateOf(AuditEntry entry, End end) {
        boolean quarantined = entry.result() != null && entry.result().outcome() == Outcome.MARKED;
        return switch (end.kind()) {
            case STOPPED -> new EvictionState.Stopped(end.after());
            case NEVER_CONFIRMED -> new EvictionState.NeverConfirmed();
            case REMOVED -> new EvictionState.Removed();
            case NOT_CHANGED -> new NothingChanged(Why.NEVER_APPLIED);
            case UNKNOWN -> new Unknown();
            case LATE_WRITE -> new HolderLives(quarantined, end.at(), end.after());
            case NO_LATE_WRITE -> new NoLateWrite(quarantined, end.after());
        };
    }

    private static EvictionState stateOf(AuditEntry entry, Result result) {
        return switch (result.outcome()) {
            case MARKED, ENDED -> made(entry, result);
            case NOT_CONFIRMED -> new Unconfirmed();
            case HOLDER_CHANGED -> new NothingChanged(Why.HOLDER_CHANGED);
            case ALREADY_MARKED -> new NothingChanged(Why.ALREADY_MARKED);
            case GONE -> new NothingChanged(Why.GONE);
            case DENIED -> new NothingChanged(Why.DENIED);
            case REFUSED -> new NothingChanged(Why.REFUSED);
            case AWAITS_CONSENT -> awaiting(entry.consent());
        };
    }

    /** Only the lock shows when its quarantine ends and when it expires: until that is known, both are unknown. */
    private static EvictionState made(AuditEntry entry, Result result) {
        boolean marked = result.outcome() == Outcome.MARKED;
        if (!Dialect.tellsEnds(LockSource.dialectOf(entry.place().source()))) {
            return new Watched(marked, result.at().plus(WATCHED));
        }
        Eviction mark = new Eviction(entry.actors(), entry.reason(), result.at(), Instant.MAX);
        return marked ? new EvictionState.Quarantine(mark, Instant.MAX) : new EvictionState.Removed();
    }
}
