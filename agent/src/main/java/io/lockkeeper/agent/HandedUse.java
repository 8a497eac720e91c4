package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import java.util.Optional;

/** A use of a lease that has begun for a caller who waited in memory: the caller takes it or gives it back. */
interface HandedUse {

    /** What the caller has of it; nothing if the lease has ended in between. */
    Optional<Lease> take(LockRequest asked, Acquiring acquiring);

    /** The caller does not wait any more. */
    void giveBack();
}
