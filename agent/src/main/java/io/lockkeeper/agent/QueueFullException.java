package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.RequestKind;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.util.Locale;

/** The lock has as many holders and waiters as its document takes: 500 of both together, for any capacity. */
public final class QueueFullException extends LockException {

    private final int waiting;

    private QueueFullException(LockDocument lock, RequestKind asked) {
        super(
                lock.name(),
                String.format(
                        Locale.ROOT,
                        "has no room for another request%s: %d hold it and %d wait, and its document takes %d of both together; nothing"
                                + " was acquired. %s, or spread the work over several locks",
                        hasRoom(lock, asked) ? ", although its capacity has room" : "",
                        lock.holders().size(),
                        lock.waiting(),
                        LockDocument.MAX_ENTRIES,
                        advice(asked)),
                null);
        this.waiting = lock.waiting();
    }

    /** The lock refused the request, of its own kind, a place in its queue. */
    static QueueFullException of(LockDocument lock, RequestKind asked) {
        return new QueueFullException(lock, asked);
    }

    /** Whether only the bound of its document keeps the lock from the request: no request waits, and what is held leaves enough for it. */
    static boolean keepsFrom(LockDocument lock, RequestKind asked) {
        return lock.holders().size() >= LockDocument.MAX_ENTRIES
                && lock.queue().isEmpty()
                && lock.paused() == null
                && hasRoom(lock, asked);
    }

    private static boolean hasRoom(LockDocument lock, RequestKind asked) {
        long held = lock.holders().stream().mapToLong(Holder::weight).sum();
        return held + asked.weight() <= lock.capacity();
    }

    private static String advice(RequestKind asked) {
        long together = (long) LockDocument.MAX_ENTRIES * asked.weight();
        return asked.isOfPermits() && together < asked.capacity()
                ? String.format(
                        Locale.ROOT,
                        "Requests of weight %d use at most %d of its capacity of %d: take more of it at once",
                        asked.weight(),
                        together,
                        asked.capacity())
                : "Ask again later";
    }

    /** How many requests wait for the lock. */
    public int waiting() {
        return waiting;
    }
}
