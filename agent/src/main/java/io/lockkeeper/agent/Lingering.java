package io.lockkeeper.agent;

import java.time.Duration;

/**
 * The shortest hold of a lease: how long its lock stays taken, also after a release.
 *
 * @param atLeast how long it stays taken, counted from the grant
 * @param grantedAt the instant before the call that was granted, in nanoseconds of the agent's monotonic clock
 */
record Lingering(Duration atLeast, long grantedAt) {

    /** The same grant, with a lock that stays taken for this time from now. */
    Lingering until(long now, Duration fromNow) {
        return new Lingering(fromNow.plusNanos(now - grantedAt), grantedAt);
    }

    /** Whether the lock stays taken after a release now. */
    boolean isDue(long now) {
        return !left(now).isZero();
    }

    /** How long the lock stays taken from now. */
    Duration left(long now) {
        Duration left = atLeast.minusNanos(now - grantedAt);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
