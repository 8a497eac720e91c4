package io.lockkeeper.console.ground.loops;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs a turn of work again and again, with a rest after each, until it is stopped; it can be started again. A failure ends
 * only its turn.
 */
public final class Worker {

    private static final long END_MILLIS = 5_000;

    private final String name;
    private final Runnable turn;
    private final Consumer<Throwable> failed;
    private final LongSupplier restMillis;
    private volatile CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable Thread thread;

    /** A worker that rests for the same time after each turn. */
    public Worker(String name, Runnable turn, long restMillis) {
        this(name, turn, cause -> {}, () -> restMillis);
    }

    /**
     * @param name of the thread, and of the work in the log
     * @param failed called with what went wrong in a turn
     * @param restMillis asked after each turn
     */
    public Worker(String name, Runnable turn, Consumer<Throwable> failed, LongSupplier restMillis) {
        this.name = name;
        this.turn = turn;
        this.failed = failed;
        this.restMillis = restMillis;
    }

    public void start() {
        CountDownLatch end = new CountDownLatch(1);
        stopped = end;
        thread = Thread.ofPlatform().name(name).daemon().start(() -> run(end));
    }

    /** Interrupts the present turn and waits a few seconds for its end, so that what it uses can be closed after. */
    public void stop() {
        stopped.countDown();
        Thread running = thread;
        if (running == null) {
            return;
        }
        running.interrupt();
        try {
            running.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean isRunning() {
        return thread != null && thread.isAlive();
    }

    /** Whether there will be another turn: one that takes long asks it. */
    public boolean isOpen() {
        return stopped.getCount() > 0;
    }

    private void run(CountDownLatch end) {
        try {
            do {
                Resilient.run(name, turn, failed);
            } while (!end.await(restMillis.getAsLong(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
