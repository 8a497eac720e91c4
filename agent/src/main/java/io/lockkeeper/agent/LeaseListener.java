package io.lockkeeper.agent;

import java.time.Duration;

/** Is called when a lease is lost, or may soon be. Each call runs on a virtual thread of its own, so it may block. What it throws is logged. */
@FunctionalInterface
public interface LeaseListener {

    /** Ignores everything. */
    LeaseListener NONE = (lease, loss) -> {};

    /** The lease is lost: the holder must stop. Called once per lease. */
    void lost(Lease lease, LeaseLoss loss);

    /** The longest hold that the request allows ends after {@code remaining}: time to finish, or to stop. */
    default void longestHoldNear(Lease lease, Duration remaining) {}

    /**
     * The lease is at risk: less than a third of its ttl is left before it is lost, after {@code remaining}, and no renewal has been
     * acknowledged. Bring your work to a state that you can leave. Called by a timer that needs no network, once until a renewal is
     * acknowledged; for a lease with manual renewal, whenever its holder renews it that late.
     */
    default void atRisk(Lease lease, Duration remaining) {}

    /** A renewal is overdue and will be tried again until the lease is lost, which is after {@code remaining}. Called once until one succeeds. */
    default void renewalLate(Lease lease, Duration remaining) {}
}
