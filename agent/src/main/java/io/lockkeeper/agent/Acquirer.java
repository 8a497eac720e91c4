package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import java.time.Duration;

/** Acquires one lock. What an option adds to each request stands in front of what sends it, in agents with that option. */
interface Acquirer {

    /** Waits for the lease. */
    Lease acquire(LockRequest asked, Acquiring acquiring) throws InterruptedException;

    /** Does not wait for it, but for kept leases of other agents as long as the budget says. */
    Attempt attempt(LockRequest asked, Acquiring acquiring, RecallBudget recall);

    /** The time that one call may wait for the kept leases that it recalls, however many locks it tries. */
    final class RecallBudget {

        private Duration left;

        RecallBudget(Duration most) {
            this.left = most;
        }

        Duration left() {
            return left;
        }

        void spend(Duration waited) {
            Duration rest = left.minus(waited);
            left = rest.isNegative() ? Duration.ZERO : rest;
        }
    }
}
