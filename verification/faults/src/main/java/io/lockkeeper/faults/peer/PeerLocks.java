package io.lockkeeper.faults.peer;

import java.util.OptionalLong;
import java.util.function.Consumer;

/** One process's way to locks. A lock is asked about and let go by the thread that asked for it. */
interface PeerLocks extends AutoCloseable {

    /**
     * Waits until the lock is granted; where the library never waits, tries again and again.
     *
     * @param told receives what the library itself reports to a holder that loses the lock
     */
    HeldLock acquire(String lock, Consumer<String> told) throws Exception;

    @Override
    void close();

    /** A lock that was granted. */
    interface HeldLock {

        /** Grows with every grant of the lock, where the library has such a thing. */
        OptionalLong token();

        /** What the library answers a holder that asks; where there is no way to ask, the holder believes. */
        boolean isHeld() throws Exception;

        /** Whether it was held to the end, as far as the library says. */
        boolean release() throws Exception;
    }
}
