package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Locks of another kind that each lease of an agent holds as well: taken before the lease is requested, kept while it is held, and
 * released after it. To lose either is to lose the lease. For services that move over from another library, while others still use that
 * library: {@code OldLocks} of {@code lockkeeper-moving}.
 */
public interface OuterLocks {

    /**
     * Looks whether what is there can be used, when an agent connects. Not called by {@link LockAgent#connectLater}, so the session's first
     * request has to look as well.
     *
     * @param database where the agent's own locks are
     * @throws IllegalArgumentException if the agent cannot use them
     */
    default void check(String database, AgentOptions options) {}

    /**
     * Called once, when an agent is opened with them. Sends nothing to any server.
     *
     * @throws IllegalArgumentException if the agent cannot use them
     */
    Session open(Opening agent);

    /** The kind of locks, in a few words that operators see beside the agent. */
    default String description() {
        return "locks of another kind";
    }

    /**
     * The agent that uses them.
     *
     * @param id unique over all agents and all times
     * @param database where its own locks are; null where that is no MongoDB
     */
    record Opening(String id, @Nullable String database, AgentOptions options, AgentTime time) {}

    /** The outer locks of one agent. Safe for use by any number of threads. */
    interface Session extends AutoCloseable {

        /**
         * Takes the lock of the request's name if it is free, without waiting.
         *
         * @param timeout of each command
         */
        Taking tryTake(LockRequest request, Duration timeout);

        /** Releases what is still taken, within some seconds, and takes nothing more. Further calls do nothing. */
        @Override
        void close();
    }

    /** The outcome of an attempt to take an outer lock. */
    sealed interface Taking {

        /** The lock is the caller's. */
        record Taken(OuterLock lock) implements Taking {}

        /** Another holder has it. */
        record Refused(HeldBy heldBy) implements Taking {}

        /** The server did not answer in time. What it did is undone. */
        record Unanswered(RuntimeException cause) implements Taking {}

        /** The lock cannot be taken until an operator has changed something. */
        record Unusable(String why, @Nullable RuntimeException cause) implements Taking {}
    }

    /** One outer lock, taken. It renews itself until it is released, or no longer kept. */
    interface OuterLock {

        /** Why it was lost; empty while it is held and after it was released. Compares the clock at each call and needs no network. */
        Optional<String> loss();

        /** The time until it is lost unless it is renewed. */
        Duration remaining();

        /** Has the action run when the lock is lost, once; at once if it is. The action must not block. */
        void onLoss(Runnable action);

        /** Ends its renewal: the lease is lost, and its holder is about to stop. It is still to be released. */
        void keepNoLonger();

        /**
         * Releases it. Never throws; what the server does not answer is repeated in the background.
         *
         * @param atLeast how long it stays taken for others from now
         * @return whether it was held until now; further calls return the same
         */
        boolean release(Duration atLeast);
    }
}
