package io.lockkeeper.agent.reentrant;

import java.util.Optional;

/** A way to get something of a lock: by waiting, or without. */
@FunctionalInterface
interface Acquisition<T, E extends Exception> {

    Optional<T> run() throws E;
}
