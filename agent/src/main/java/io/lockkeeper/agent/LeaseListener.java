package io.lockkeeper.agent;

import java.time.Duration;

/** Told what happens to a lease. Called on a virtual thread of its own, so it may take its time; what it throws is logged. */
@FunctionalInterface
public interface LeaseListener {

    /** The lease is lost: the holder must stop. Called once a lease. */
    void lost(Lease lease, LeaseLoss loss);

    /** The longest hold that the request allows ends after {@code remaining}: time to finish, or to stop. */
    default void longestHoldNear(Lease lease, Duration remaining) {}

    /** A renewal is overdue and will be tried again until the lease is lost, which is after {@code remaining}. Once a lateness. */
    default void renewalLate(Lease lease, Duration remaining) {}
}
