package io.lockkeeper.agent;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Counts what is under way, without a lock, and lets one wait until nothing is. */
final class Underway {

    private final AtomicInteger count = new AtomicInteger();
    private final Queue<Thread> awaiting = new ConcurrentLinkedQueue<>();

    void began() {
        count.incrementAndGet();
    }

    void ended() {
        if (count.decrementAndGet() == 0) {
            awaiting.forEach(LockSupport::unpark);
        }
    }

    /** Whether nothing is under way, or no more by the end of the time given. An interrupt ends the wait, and is kept. */
    boolean awaitNothing(Duration longest) {
        long until = System.nanoTime() + longest.toNanos();
        awaiting.add(Thread.currentThread());
        try {
            long left = until - System.nanoTime();
            while (count.get() > 0 && left > 0 && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(this, left);
                left = until - System.nanoTime();
            }
            return count.get() == 0;
        } finally {
            awaiting.remove(Thread.currentThread());
        }
    }
}
