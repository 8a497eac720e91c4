package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.keeping.RecallBudget;

/** Acquires one lock. What an option adds to each request stands in front of what sends it, in agents with that option. */
interface Acquirer {

    /** Waits for the lease. */
    Lease acquire(LockRequest asked, Acquiring acquiring) throws InterruptedException;

    /** Attempts to acquire the lock without waiting, except for kept leases of other agents as long as the budget allows. */
    Attempt attempt(LockRequest asked, Acquiring acquiring, RecallBudget recall) throws InterruptedException;
}
