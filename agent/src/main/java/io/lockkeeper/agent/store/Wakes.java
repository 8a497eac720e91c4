package io.lockkeeper.agent.store;

import java.util.Optional;

/** The wakes of locks that concern one agent, from the opening on. For one thread. */
public interface Wakes extends AutoCloseable {

    /**
     * The next wake, as in the document; empty if none came within some seconds. One may come more than once.
     *
     * @throws RuntimeException if the stream broke; open another
     */
    Optional<String> next();

    /** Whether another source of wakes is to be opened instead, although this one has not failed. */
    default boolean isOver() {
        return false;
    }

    /** Whether grants, evictions and recalls come by it; otherwise only what the agent finds when it looks. */
    default boolean isHeard() {
        return true;
    }

    @Override
    void close();
}
