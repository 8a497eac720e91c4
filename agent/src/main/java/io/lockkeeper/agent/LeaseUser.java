package io.lockkeeper.agent;

import io.lockkeeper.model.LatestUse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The user of a lease, notified of what threatens the lease and of how it ended. */
interface LeaseUser {

    /** The renewal is late; {@code left} is the time left. */
    void late(Duration left);

    /** Only {@code left} is left before the deadline. */
    void atRisk(Duration left);

    /** The lease was renewed. */
    void inTime();

    /** Only {@code left} is left of the longest hold. */
    void longestHoldNear(Duration left);

    /** The latest use of a kept lease; null for any other lease. */
    @Nullable
    LatestUse latestUse();

    /** Another request waits for the lock. */
    void awaited();

    void lost(LeaseLoss loss);

    void released();
}
