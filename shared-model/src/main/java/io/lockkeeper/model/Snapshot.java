package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;

/**
 * A lock as one answer of the server showed it, with the server's time in the same answer, so that what is left of an
 * entry is a difference of two times of one clock.
 */
public record Snapshot(LockDocument lock, Instant serverTime) {

    /** What is left of the lease; zero once its expiry has passed. */
    public Duration remaining(Holder holder) {
        Duration left = Duration.between(serverTime, holder.expiresAt());
        return left.isNegative() ? Duration.ZERO : left;
    }
}
