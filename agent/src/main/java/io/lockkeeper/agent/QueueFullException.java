package io.lockkeeper.agent;

import java.util.Locale;

/** The lock has as many holders and waiters as its document takes. */
public final class QueueFullException extends LockException {

    private final int waiting;

    QueueFullException(String lock, int waiting, int most) {
        super(
                lock,
                String.format(
                        Locale.ROOT, "has %d waiters; holders and waiters together are bounded at %d", waiting, most),
                null);
        this.waiting = waiting;
    }

    /** How many requests wait for the lock. */
    public int waiting() {
        return waiting;
    }
}
