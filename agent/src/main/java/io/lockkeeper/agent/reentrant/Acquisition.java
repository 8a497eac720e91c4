package io.lockkeeper.agent.reentrant;

import io.lockkeeper.agent.Lease;
import java.util.Optional;

/** A way to acquire a lease: by waiting, or without. */
@FunctionalInterface
interface Acquisition<E extends Exception> {

    Optional<Lease> run() throws E;
}
