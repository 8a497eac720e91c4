package io.lockkeeper.agent.time;

import java.time.Duration;

/** A monotonic clock, and alarms that go by it. Implementations are safe for use by any number of threads. */
public interface AgentTime {

    /** Nanoseconds since some instant, as of {@link System#nanoTime()}. */
    long nanos();

    /** Alarms that run on one daemon thread of that name. */
    Timer timer(String thread);

    /** The machine that the agent runs on: what does not go by this time, its own threads and their waits, goes by that one's. */
    default Machine machine() {
        return Machine.JVM;
    }

    /** Has the action run after each move of a time that can be moved, on the thread that moves it. */
    void onMove(Runnable action);

    /** Runs actions at their time, one after the other. */
    interface Timer {

        /** Runs the action after the delay, unless the alarm is cancelled or all are stopped before. What it throws is logged. */
        Alarm after(Duration delay, Runnable action);

        /** What is due by now still runs, for as long as given; nothing later does. */
        void stop(Duration within);
    }

    /** One action that is to come. */
    interface Alarm {
        void cancel();
    }
}
