package io.lockkeeper.faults.nemesis;

import io.lockkeeper.faults.history.RecordedProcess;
import java.util.function.IntFunction;

/** The host agent of the machine: one at a time, and another when that has ended. */
public final class HostSeat implements AutoCloseable {

    private final IntFunction<RecordedProcess> start;
    private final Runnable over;
    private RecordedProcess now;
    private int started = 1;
    private boolean paused;

    private HostSeat(IntFunction<RecordedProcess> start, RecordedProcess first, Runnable over) {
        this.start = start;
        this.over = over;
        this.now = first;
    }

    /**
     * Starts the first one.
     *
     * @param start starts the host agent of that number
     * @param over runs when the last one is gone
     */
    public static HostSeat take(IntFunction<RecordedProcess> start, Runnable over) throws InterruptedException {
        HostSeat seat = new HostSeat(start, start.apply(1), over);
        seat.now.awaitReady();
        return seat;
    }

    String name() {
        return now.name();
    }

    void kill() {
        now.kill();
    }

    void end() {
        now.say("end");
    }

    void pause() {
        now.pause();
        paused = true;
    }

    void heal() throws InterruptedException {
        if (paused) {
            now.resume();
            paused = false;
        }
        if (!now.isRunning()) {
            now.close();
            now = start.apply(++started);
            now.awaitReady();
        }
    }

    @Override
    public void close() {
        now.close();
        over.run();
    }
}
