package io.lockkeeper.faults.peer;

import java.util.OptionalLong;
import java.util.function.Consumer;

/** One process's way to locks. A lock is asked about and let go by the thread that asked for it. */
interface PeerLocks extends AutoCloseable {

    /**
     * Waits until the lock is granted; where the library never waits, tries again and again.
     *
     * @param told hears what the library says on its own to a holder that loses the lock
     */
    HeldLock acquire(String lock, Consumer<String> told) throws Exception;

    @Override
    void close();

    /** A lock that was granted. */
    interface HeldLock {

        /** Grows with every grant of the lock, where the library has such a thing. */
        OptionalLong token();

        /** What a holder that asks is told; where it cannot ask, it believes. */
        boolean isHeld() throws Exception;

        /** Whether it was held to the end, as far as the library says. */
        boolean release() throws Exception;
    }
}
