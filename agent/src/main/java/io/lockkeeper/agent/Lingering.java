package io.lockkeeper.agent;

import java.time.Duration;

/**
 * How long a lock stays taken after its release.
 *
 * @param atLeast how long it stays taken, counted from the grant
 * @param grantedAt the instant before the call that was granted, in nanoseconds of the agent's monotonic clock
 */
record Lingering(Duration atLeast, long grantedAt) {

    /** The same grant, whose lock stays taken until so long from now. */
    Lingering until(long now, Duration fromNow) {
        return new Lingering(fromNow.plusNanos(now - grantedAt), grantedAt);
    }

    /** Whether a lease that is released now keeps its place for a while. */
    boolean isDue(long now) {
        return !left(now).isZero();
    }

    /** How long it is to keep its place. */
    Duration left(long now) {
        Duration left = atLeast.minusNanos(now - grantedAt);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
