package io.lockkeeper.agent;

import java.util.Locale;

/** The lock has as many holders and waiters as its document takes: 500 of both together, whatever its capacity. */
public final class QueueFullException extends LockException {

    private final int waiting;

    QueueFullException(String lock, int holding, int waiting, int most) {
        super(
                lock,
                String.format(
                        Locale.ROOT,
                        "has no room for another request: %d hold it and %d wait, and its document takes %d of both together; nothing"
                                + " was acquired. Ask again later, or spread the work over several locks",
                        holding,
                        waiting,
                        most),
                null);
        this.waiting = waiting;
    }

    /** How many requests wait for the lock. */
    public int waiting() {
        return waiting;
    }
}
