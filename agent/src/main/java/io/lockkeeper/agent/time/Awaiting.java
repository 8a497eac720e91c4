package io.lockkeeper.agent.time;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Threads that wait until others have brought something about. Takes no lock, so that those others depend on no thread that waits. */
public final class Awaiting {

    private final Machine machine;
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

    public Awaiting(Machine machine) {
        this.machine = machine;
    }

    /** Waits until that is done, and no longer than given. An interrupt ends the wait, and is kept. */
    public static void done(Machine machine, CompletableFuture<?> call, Duration longest) {
        try {
            var unused = machine.await(call, longest.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether it has come about, now or by the end of the time given. An interrupt ends the wait, and is kept. */
    public boolean until(BooleanSupplier reached, Duration longest) {
        long until = machine.nanos() + longest.toNanos();
        threads.add(Thread.currentThread());
        try {
            long left = until - machine.nanos();
            while (!reached.getAsBoolean()
                    && left > 0
                    && !Thread.currentThread().isInterrupted()) {
                machine.park(this, left);
                left = until - machine.nanos();
            }
            return reached.getAsBoolean();
        } finally {
            threads.remove(Thread.currentThread());
        }
    }

    /** Wakes all waiting threads, which check their conditions. */
    public void wake() {
        threads.forEach(LockSupport::unpark);
    }
}
