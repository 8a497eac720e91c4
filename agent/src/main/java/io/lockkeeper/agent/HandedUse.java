package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import java.util.Optional;

/** A use of a kept lease on offer to a caller that waits in memory. The caller takes it or gives it back. */
interface HandedUse {

    /** Takes the use; empty if the lease has ended in the meantime. */
    Optional<Lease> take(LockRequest asked, Acquiring acquiring);

    /** Returns the use of a caller that has given up. */
    void giveBack();
}
