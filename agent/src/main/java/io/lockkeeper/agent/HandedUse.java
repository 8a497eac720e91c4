package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.waiting.LocalWaiter;
import java.util.Optional;

/** A use of a kept lease, as it is handed to a caller that waits in memory. */
interface HandedUse extends LocalWaiter.Use {

    /** Takes the use; empty if the lease has ended in the meantime. */
    Optional<Lease> take(LockRequest asked, Acquiring acquiring);
}
