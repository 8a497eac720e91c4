package io.lockkeeper.agent;

/** The lock has as many holders and waiters as its document takes. */
public final class QueueFullException extends LockException {

    private final int waiting;

    QueueFullException(String lock, int waiting, int most) {
        super(lock, "has %d waiters; holders and waiters together are bounded at %d".formatted(waiting, most), null);
        this.waiting = waiting;
    }

    /** How many requests wait for the lock. */
    public int waiting() {
        return waiting;
    }
}
