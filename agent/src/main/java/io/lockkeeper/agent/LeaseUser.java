package io.lockkeeper.agent;

import io.lockkeeper.model.LatestUse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Who uses a lease. Hears what threatens it, and how it ended. */
interface LeaseUser {

    /** Its renewal is late, and so much of it is left. */
    void late(Duration left);

    /** So little of it is left. */
    void atRisk(Duration left);

    /** It was renewed. */
    void inTime();

    /** So much of its longest hold is left. */
    void longestHoldNear(Duration left);

    /** Of a lease that is used again and again, the latest use; else null. */
    @Nullable
    LatestUse latestUse();

    /** Somebody else waits for its lock. */
    void awaited();

    void lost(LeaseLoss loss);

    void released();
}
