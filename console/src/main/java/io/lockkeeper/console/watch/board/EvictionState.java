package io.lockkeeper.console.watch.board;

import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Released;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Where an eviction stands, from the click to its end. The list, a lock's drawer, the dialog and the audit all show this
 * and nothing else, so that they say the same.
 *
 * <pre>{@code
 * AwaitsConsent ── NothingChanged
 *  │
 * Sent ── NothingChanged
 *  │ └──── Unconfirmed ── NothingChanged
 *  │            │
 *  └────────────┴── Quarantine ── Stopped
 *               │       └── Unanswered ── NeverConfirmed
 *               └── Removed                               any marked one ── Unknown
 * }</pre>
 *
 * <p>Of a lock whose document does not show how an evicted holder ended:
 *
 * <pre>{@code
 * Sent ── NothingChanged, Unconfirmed
 *  └──── Watched ── HolderLives, NoLateWrite
 * }</pre>
 */
public sealed interface EvictionState {

    /** A second person has to consent until then; nothing was changed yet. */
    record AwaitsConsent(Instant until) implements EvictionState {}

    /** The intent is being recorded, or the change is on its way. */
    record Sent() implements EvictionState {}

    /**
     * Nothing was changed, and nothing will be.
     *
     * @param why what was found instead
     */
    record NothingChanged(Why why) implements EvictionState {}

    /** MongoDB did not confirm the change: the lease may or may not be marked. */
    record Unconfirmed() implements EvictionState {}

    /** The lease is marked, and its holder has until {@code mark.until()} to stop; unanswered, it lasts until it expires. */
    record Quarantine(Eviction mark, Instant expiresAt) implements EvictionState {}

    /** The quarantine is over, no agent has ended the lease, and it keeps the lock until it expires. */
    record Unanswered(Eviction mark, Instant expiresAt) implements EvictionState {}

    /** The holder's agent ended the lease within the quarantine: the holder's code had stopped. */
    record Stopped(Duration after) implements EvictionState {}

    /** The lease is over, and its holder never confirmed that it stopped. */
    record NeverConfirmed() implements EvictionState {}

    /** The lease was removed at once: the quarantine was skipped. */
    record Removed() implements EvictionState {}

    /** The lease is over, and the eviction's outcome can no longer be known. */
    record Unknown() implements EvictionState {}

    /**
     * The lock is taken from its holder, whose process may still write to it.
     *
     * @param quarantined whether the lock stays untaken for a while, rather than going to the next that asks
     * @param until when the console stops watching, by the clock of its own cluster
     */
    record Watched(boolean quarantined, Instant until) implements EvictionState {}

    /**
     * The old holder wrote to the lock: its process lives.
     *
     * @param at when, by the clock of the console's own cluster
     * @param after how long after the eviction
     */
    record HolderLives(boolean quarantined, Instant at, Duration after) implements EvictionState {}

    /** No write of the old holder was seen within that time. */
    record NoLateWrite(boolean quarantined, Duration within) implements EvictionState {}

    /** Why nothing was changed. */
    enum Why {
        /** The intent could not be recorded. */
        NOT_RECORDED,
        HOLDER_CHANGED,
        ALREADY_MARKED,
        /** The lease had ended. */
        GONE,
        DENIED,
        /** MongoDB refused the change. */
        REFUSED,
        /** The change never reached the lock, and can no longer. */
        NEVER_APPLIED,
        /** A second person refused it, or its author took it back. */
        CONSENT_REFUSED,
        /** No second person consented in time. */
        NO_CONSENT
    }

    /** Whether nothing more will happen. */
    default boolean isFinal() {
        return switch (this) {
            case AwaitsConsent awaits -> false;
            case Sent sent -> false;
            case Unconfirmed unconfirmed -> false;
            case Quarantine quarantine -> false;
            case Unanswered unanswered -> false;
            case Watched watched -> false;
            case NothingChanged nothing -> true;
            case Stopped stopped -> true;
            case NeverConfirmed never -> true;
            case Removed removed -> true;
            case Unknown unknown -> true;
            case HolderLives lives -> true;
            case NoLateWrite none -> true;
        };
    }

    /** The state at a later moment if only time has passed. */
    default EvictionState at(Instant now) {
        return switch (this) {
            case Quarantine it -> it.mark.until().isAfter(now) ? it : new Unanswered(it.mark, it.expiresAt).at(now);
            case Unanswered it -> it.expiresAt.isAfter(now) ? it : new NeverConfirmed();
            case AwaitsConsent it -> it.until.isAfter(now) ? it : new NothingChanged(Why.NO_CONSENT);
            default -> this;
        };
    }

    /** The state of a lease that its lock's document still lists; empty if it was not evicted. */
    static Optional<EvictionState> of(Holder holder, Instant now) {
        return Optional.ofNullable(holder.evicted()).map(mark -> of(holder, mark, now));
    }

    private static EvictionState of(Holder holder, Eviction mark, Instant now) {
        return new Quarantine(mark, holder.expiresAt()).at(now);
    }

    /**
     * The state of a lease that has ended; empty if it was not evicted. An agent ends an evicted lease when the holder's code has closed
     * it, or else not before the quarantine is over.
     */
    static Optional<EvictionState> of(Released end) {
        return Optional.ofNullable(end.evicted()).map(mark -> ended(mark, end.at()));
    }

    /** The state of a marked lease that ended at that moment. */
    static EvictionState ended(Eviction mark, Instant at) {
        if (!mark.until().isAfter(mark.at())) {
            return new Removed();
        }
        return at.isBefore(mark.until()) ? new Stopped(Duration.between(mark.at(), at)) : new NeverConfirmed();
    }
}
