package io.lockkeeper.agent.store;

import java.util.Optional;

/** The wakes of locks that concern one agent, from the opening on. For one thread. */
public interface Wakes extends AutoCloseable {

    /**
     * The next wake as the document has it, or nothing if none came within some seconds. One may come more than once.
     *
     * @throws RuntimeException if the stream broke; open another
     */
    Optional<String> next();

    /** Whether others are to be opened instead, for a reason that is no failure. */
    default boolean isOver() {
        return false;
    }

    @Override
    void close();
}
