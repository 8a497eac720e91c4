package io.lockkeeper.agent;

import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Counts what is in flight, without a lock, and waits until nothing is. */
final class Underway {

    private final Machine machine;
    private final AtomicInteger count = new AtomicInteger();
    private final Queue<Thread> awaiting = new ConcurrentLinkedQueue<>();

    Underway(Machine machine) {
        this.machine = machine;
    }

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
        long until = machine.nanos() + longest.toNanos();
        awaiting.add(Thread.currentThread());
        try {
            long left = until - machine.nanos();
            while (count.get() > 0 && left > 0 && !Thread.currentThread().isInterrupted()) {
                machine.park(this, left);
                left = until - machine.nanos();
            }
            return count.get() == 0;
        } finally {
            awaiting.remove(Thread.currentThread());
        }
    }
}
