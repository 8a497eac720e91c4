package io.lockkeeper.agent;

import java.time.Duration;

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

    /** Somebody else waits for its lock. */
    void awaited();

    void lost(LeaseLoss loss);

    void released();
}
