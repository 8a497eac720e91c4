package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Decides whether a lease is held, from a monotonic clock and nothing else. A lease is held until its deadline, until it is lost, or until
 * its release begins. Whichever comes first is final.
 */
final class LeaseState {

    /** The phases of a lease: held, then releasing and released, or lost. */
    sealed interface Phase {
        record Held() implements Phase {}

        record Releasing() implements Phase {}

        record Released(boolean heldToTheEnd) implements Phase {}

        record Lost(LeaseLoss loss) implements Phase {}
    }

    /**
     * The phase of the lease, and the deadline that its last touch set.
     *
     * @param over whether a thread saw the deadline pass: then no touch extends it any more, even one that was sent before
     */
    private record Term(Phase phase, long deadline, boolean over) {

        Term at(Phase next) {
            return new Term(next, deadline, over);
        }

        Term until(long later) {
            return new Term(phase, later - deadline > 0 ? later : deadline, over);
        }

        boolean isHeldAt(long now) {
            return phase instanceof Phase.Held && !over && deadline - now > 0;
        }
    }

    private final LongSupplier ticker;
    private final AtomicReference<Term> term;

    LeaseState(LongSupplier ticker, long deadline) {
        this.ticker = ticker;
        this.term = new AtomicReference<>(new Term(new Phase.Held(), deadline, false));
    }

    /** The state of a lease that has just been granted. */
    static LeaseState granted(LongSupplier ticker, Duration clockSkewAllowance, Grant grant) {
        Holder holder = grant.holder();
        return new LeaseState(
                ticker, deadline(grant.touchedAt(), holder.updatedAt(), holder.expiresAt(), clockSkewAllowance));
    }

    /**
     * The deadline that a touch gives: the instant before it was handed to the driver, plus the time that the server stored,
     * less the allowance.
     */
    static long deadline(long sentAt, Instant updatedAt, Instant expiresAt, Duration clockSkewAllowance) {
        return sentAt
                + Duration.between(updatedAt, expiresAt)
                        .minus(clockSkewAllowance)
                        .toNanos();
    }

    boolean isHeld() {
        return phase() instanceof Phase.Held && !isPastDeadline();
    }

    boolean isPastDeadline() {
        return remainingNanos() <= 0;
    }

    Duration remaining() {
        return phase() instanceof Phase.Held ? Duration.ofNanos(Math.max(0, remainingNanos())) : Duration.ZERO;
    }

    Optional<LeaseLoss> loss() {
        return phase() instanceof Phase.Lost lost ? Optional.of(lost.loss()) : Optional.empty();
    }

    Phase phase() {
        return term.get().phase;
    }

    /** Moves the deadline of a lease that is held, after a touch that reached the holder's entry. */
    boolean extend(long sentAt, Duration clockSkewAllowance, Holder holder) {
        return extend(deadline(sentAt, holder.updatedAt(), holder.expiresAt(), clockSkewAllowance));
    }

    /** An acknowledged touch moves the deadline of a lease that is held; it revives none that has passed its own. */
    boolean extend(long touchedUntil) {
        long now = ticker.getAsLong();
        Term was = term.getAndUpdate(seen -> seen.isHeldAt(now) ? seen.until(touchedUntil) : seen);
        return was.isHeldAt(now);
    }

    /** Whether this call lost the lease: not if it was lost before, or is being released. */
    boolean lose(LeaseLoss loss) {
        return move(Phase.Held.class, new Phase.Lost(loss));
    }

    /** Whether the lease was held, and is now being released. */
    boolean startRelease() {
        return !isPastDeadline() && move(Phase.Held.class, new Phase.Releasing());
    }

    /** Ends a release: released, in time or not, or lost before. Whether it had not ended yet. */
    boolean endRelease(Phase end) {
        return move(Phase.Releasing.class, end);
    }

    /** Whether the lost lease keeps its place until its holder closes it, or until it expires. */
    static boolean leavesTimeToStop(LeaseLoss loss) {
        return loss instanceof LeaseLoss.Evicted
                || loss instanceof LeaseLoss.HeldTooLong
                || loss instanceof LeaseLoss.OuterLockLost;
    }

    private boolean move(Class<? extends Phase> from, Phase to) {
        Term was = term.getAndUpdate(seen -> from.isInstance(seen.phase) ? seen.at(to) : seen);
        return from.isInstance(was.phase);
    }

    /** Records that the deadline has passed for all threads: one that stalled between its check and its write revives nothing. */
    long remainingNanos() {
        while (true) {
            Term seen = term.get();
            long left = seen.deadline - ticker.getAsLong();
            if (left > 0 || seen.over || term.compareAndSet(seen, new Term(seen.phase, seen.deadline, true))) {
                return left;
            }
        }
    }
}
