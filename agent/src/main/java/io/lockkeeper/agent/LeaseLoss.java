package io.lockkeeper.agent;

import io.lockkeeper.model.Eviction;
import java.time.Duration;
import java.util.List;

/** Why a lease was lost. */
public sealed interface LeaseLoss {

    /** No renewal was acknowledged before the lease's deadline. */
    record Expired() implements LeaseLoss {
        @Override
        public String toString() {
            return "expired: no renewal was acknowledged before its deadline";
        }
    }

    /** An operator force-released the lease. */
    record Evicted(Eviction eviction) implements LeaseLoss {
        @Override
        public String toString() {
            return "evicted by %s: %s".formatted(eviction.by(), eviction.reason());
        }
    }

    /** The lease is missing from the lock's document before its deadline; {@code heldBy} holds the lock now. */
    record TakenOver(List<HeldBy> heldBy) implements LeaseLoss {
        public TakenOver {
            heldBy = List.copyOf(heldBy);
        }

        @Override
        public String toString() {
            return "taken over: " + HeldBy.describe(heldBy);
        }
    }

    /** The lease reached the longest hold that its request allowed. */
    record HeldTooLong(Duration longestHold) implements LeaseLoss {
        @Override
        public String toString() {
            return "held for its longest hold, " + longestHold;
        }
    }

    /** The lock of another kind that the lease held as well ({@link OuterLocks}) was lost. */
    record OuterLockLost(String why) implements LeaseLoss {
        @Override
        public String toString() {
            return "the old lock was lost: " + why;
        }
    }

    /** The agent was closed and released the lease. */
    record AgentClosed() implements LeaseLoss {
        @Override
        public String toString() {
            return "its agent was closed";
        }
    }
}
