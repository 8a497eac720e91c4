package io.lockkeeper.agent.time;

import java.time.Duration;

/** A monotonic clock, and alarms that go by it. Implementations are safe for use by any number of threads. */
public interface AgentTime {

    /** Nanoseconds since some instant, as of {@link System#nanoTime()}. */
    long nanos();

    /** Alarms that run on one daemon thread of that name. */
    Timer timer(String thread);

    /** The machine that the agent runs on, whose time applies to its own threads and their waits. */
    default Machine machine() {
        return Machine.JVM;
    }

    /** Has the action run after each move of a time that can be moved, on the thread that moves it. */
    void onMove(Runnable action);

    /** Runs actions at their time, one after the other. */
    interface Timer {

        /** Runs the action after the delay, unless the alarm is cancelled or all are stopped before. What it throws is logged. */
        Alarm after(Duration delay, Runnable action);

        /** Stops the timer: actions that are due by now still run, for as long as given; later ones do not. */
        void stop(Duration within);
    }

    /** A scheduled action. */
    interface Alarm {
        void cancel();
    }
}
