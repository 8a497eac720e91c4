package io.lockkeeper.agent.batching;

import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The threads that send batches: daemons that start when a batch is due and no thread is idle, and end after ten idle seconds. Waking one
 * takes no lock that another caller needs.
 */
final class BatchThreads {

    /** A batch that hangs keeps its thread until it times out. */
    private static final int MOST = 8;

    private static final Duration REST = Duration.ofSeconds(10);
    /** How long a new thread takes until it looks: no other is started for the same calls. */
    private static final Duration BETWEEN_STARTS = Duration.ofMillis(5);

    private final Machine machine;
    private final BooleanSupplier due;
    private final BooleanSupplier serve;
    private final Deque<Thread> resting = new ConcurrentLinkedDeque<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong startedAt;
    private volatile boolean closed;

    /** @param serve does what is due, and returns whether something was */
    BatchThreads(Machine machine, BooleanSupplier due, BooleanSupplier serve) {
        this.machine = machine;
        this.due = due;
        this.serve = serve;
        this.startedAt = new AtomicLong(machine.nanos() - BETWEEN_STARTS.toNanos());
    }

    /** Makes a thread look whether a batch is due. */
    void wake() {
        Thread lane = resting.pollFirst();
        if (lane != null) {
            LockSupport.unpark(lane);
        } else if (mayStart()) {
            machine.daemon("lockkeeper-batches", this::run).start();
        }
    }

    /** Has each thread end when nothing is due any more. */
    void close() {
        closed = true;
        resting.forEach(LockSupport::unpark);
    }

    private boolean mayStart() {
        long last = startedAt.get();
        long now = machine.nanos();
        boolean may =
                running.get() < MOST && now - last >= BETWEEN_STARTS.toNanos() && startedAt.compareAndSet(last, now);
        if (may) {
            running.incrementAndGet();
        }
        return may;
    }

    private void run() {
        try {
            do {
                while (serve.getAsBoolean()) {
                    // there may be more
                }
            } while (wasWoken());
        } finally {
            running.decrementAndGet();
            if (due.getAsBoolean()) {
                wake();
            }
        }
    }

    /** Waits for work, and returns whether some came before the thread had been idle for too long. */
    private boolean wasWoken() {
        Thread me = Thread.currentThread();
        long until = machine.nanos() + REST.toNanos();
        resting.addFirst(me);
        while (resting.contains(me)) {
            long left = until - machine.nanos();
            if (due.getAsBoolean() || closed || left <= 0) {
                return !resting.remove(me) || due.getAsBoolean();
            }
            machine.park(this, left);
            var unused = Thread.interrupted(); // would keep it from resting
        }
        return true;
    }
}
