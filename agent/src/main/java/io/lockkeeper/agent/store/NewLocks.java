package io.lockkeeper.agent.store;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockDocument;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Guesses whether a lock that the agent has not seen lately has a document. A service that takes a lock for each order meets none, one that
 * takes the same locks each night meets all. A wrong guess costs a round trip, so it follows several that would have been right.
 */
final class NewLocks {

    private static final int ENOUGH = 3;

    private final AtomicInteger newInARow = new AtomicInteger();

    boolean isNextNew() {
        return newInARow.get() >= ENOUGH;
    }

    /** A lock that the agent had not seen lately, as it was after the request for it. */
    void saw(Ask request, LockDocument lock) {
        boolean isFirst = lock.released() == null
                && lock.wake() == null
                && lock.holder(request.acquirer()).isPresent();
        newInARow.updateAndGet(times -> isFirst ? Math.min(times + 1, ENOUGH) : 0);
    }
}
