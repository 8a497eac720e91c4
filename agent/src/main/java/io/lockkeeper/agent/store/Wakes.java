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

    @Override
    void close();
}
