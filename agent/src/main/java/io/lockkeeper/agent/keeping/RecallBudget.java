package io.lockkeeper.agent.keeping;

import java.time.Duration;

/** The time that one call may wait for the kept leases that it recalls, however many locks it tries. Used by one thread. */
public final class RecallBudget {

    private Duration left;

    public RecallBudget(Duration most) {
        this.left = most;
    }

    public Duration left() {
        return left;
    }

    public void spend(Duration waited) {
        Duration rest = left.minus(waited);
        left = rest.isNegative() ? Duration.ZERO : rest;
    }
}
