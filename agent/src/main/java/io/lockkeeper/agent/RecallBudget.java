package io.lockkeeper.agent;

import java.time.Duration;

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
