package io.lockkeeper.commandline.doctor;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Bounds how many commands a client sends in a second, and counts them. The driver calls it on the thread that sends, so a command that is
 * too early waits here. Its own checks of the members ({@code hello}) are not counted.
 */
final class Pace implements CommandListener {

    /** A tenth of a second's commands may go out together. */
    private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long gapNanos;
    private final AtomicLong next;
    private final AtomicLong sent = new AtomicLong();

    /** With a tenth to spare: what was sent evenly may arrive unevenly. */
    Pace(int commandsPerSecond) {
        this(
                (TimeUnit.SECONDS.toNanos(1) + BURST_NANOS) * 10 / (9L * commandsPerSecond),
                new AtomicLong(System.nanoTime()));
    }

    private Pace(long gapNanos, AtomicLong next) {
        this.gapNanos = gapNanos;
        this.next = next;
    }

    /** Counts what a further client sends, under the same bound for both. */
    Pace shared() {
        return new Pace(gapNanos, next);
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        sent.incrementAndGet();
        long turn = next.getAndUpdate(at -> Math.max(at, System.nanoTime() - BURST_NANOS) + gapNanos);
        for (long left = turn - System.nanoTime(); left > 0; left = turn - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                return; // the driver notices it itself
            }
        }
    }

    /** How many were sent so far. */
    long sent() {
        return sent.get();
    }
}
