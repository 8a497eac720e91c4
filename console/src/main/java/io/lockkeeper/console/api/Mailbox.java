package io.lockkeeper.console.api;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Room for one thing, the latest: a slow taker gets fewer of them, and nothing piles up. Thread-safe. */
final class Mailbox<T> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable T latest;
    private boolean closed;

    void put(T thing) {
        lock.lock();
        try {
            latest = thing;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The latest, once; null if none has come in time, or if the box is closed. */
    @Nullable
    T take(long millis) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (latest == null && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            T taken = latest;
            latest = null;
            return closed ? null : taken;
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the taker that waits for something. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }
}
