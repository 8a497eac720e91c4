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

    private final long gapNanos;
    /** A tenth of a second's commands may go out together. */
    private final long burstNanos = TimeUnit.MILLISECONDS.toNanos(100);

    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong sent = new AtomicLong();

    Pace(int commandsPerSecond) {
        this.gapNanos = TimeUnit.SECONDS.toNanos(1) / commandsPerSecond;
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        sent.incrementAndGet();
        long turn = next.getAndUpdate(at -> Math.max(at, System.nanoTime() - burstNanos) + gapNanos);
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
