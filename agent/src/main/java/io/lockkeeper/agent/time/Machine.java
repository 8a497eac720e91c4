package io.lockkeeper.agent.time;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * What an agent takes from the machine that it runs on: a monotonic clock, waits that end by it, threads, and chance. The agent's code
 * uses these and no others, so that a simulation can run it on a machine of its own. Implementations are safe for use by any number
 * of threads.
 */
public interface Machine {

    /** The JVM's own. */
    Machine JVM = new JvmMachine();

    /** Nanoseconds since some instant, as of {@link System#nanoTime()}. */
    long nanos();

    /** Parks the calling thread as {@link java.util.concurrent.locks.LockSupport#parkNanos(Object, long)} does. */
    void park(Object blocker, long nanos);

    /** Waits as {@link Thread#sleep(Duration)} does. */
    void sleep(Duration time) throws InterruptedException;

    /** Whether the future is done within the time, however it ended. */
    boolean await(CompletableFuture<?> done, long nanos) throws InterruptedException;

    /** A thread of the agent's own, not started yet: a daemon that lasts, of the platform. */
    Thread daemon(String name, Runnable action);

    /** A virtual thread, not started yet. */
    Thread virtual(String name, Runnable action);

    /** A number from {@code least} on and below {@code bound}. */
    long random(long least, long bound);

    /** A name of letters and digits that is never given twice. */
    String uniqueName();
}
