package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * A lock as one answer of the server showed it, with the server's time in the same answer, so that the remaining time of an
 * entry is a difference of two times of one clock.
 */
public record Snapshot(LockDocument lock, Instant serverTime) {

    /** The remaining time of the lease; zero once it has expired. */
    public Duration remaining(Holder holder) {
        Duration left = Duration.between(serverTime, holder.expiresAt());
        return left.isNegative() ? Duration.ZERO : left;
    }

    /**
     * Whether a change would refuse a try of that weight: others hold too much of the lock, or wait, and all of their entries are live. A
     * try that finds a kept lease and no waiter is not refused before its recall.
     */
    public boolean isTaken(int weight) {
        boolean allLive = Stream.concat(
                        lock.holders().stream().map(Holder::expiresAt),
                        lock.queue().stream().map(Waiter::expiresAt))
                .allMatch(serverTime::isBefore);
        long held = lock.holders().stream().mapToLong(Holder::weight).sum();
        boolean recallable = lock.queue().isEmpty()
                && lock.paused() == null
                && lock.holders().stream().anyMatch(Holder::isKept);
        return allLive && !recallable && (!lock.queue().isEmpty() || held + weight > lock.capacity());
    }
}
