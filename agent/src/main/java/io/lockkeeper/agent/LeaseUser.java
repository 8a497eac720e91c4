package io.lockkeeper.agent;

import io.lockkeeper.model.LatestUse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The user of a lease, notified of what threatens the lease and of how it ended. */
interface LeaseUser {

    /** The renewal is late; {@code left} is the time left. */
    void late(Duration left);

    /** The lease is at risk; {@code left} is the time to its deadline. */
    void atRisk(Duration left);

    /** The lease was renewed. */
    void inTime();

    /** The longest hold is nearly over; {@code left} is the time to its end. */
    void longestHoldNear(Duration left);

    /** The latest use of a kept lease; null for any other lease. */
    @Nullable
    LatestUse latestUse();

    /** Another request waits for the lock. */
    void awaited();

    void lost(LeaseLoss loss);

    void released();
}
