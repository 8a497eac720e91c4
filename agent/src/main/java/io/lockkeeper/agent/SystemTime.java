package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime;
import java.util.function.LongSupplier;

/** The machine's own time, which nobody moves. */
record SystemTime(LongSupplier ticker) implements AgentTime {

    @Override
    public long nanos() {
        return ticker.getAsLong();
    }

    @Override
    public Timer timer(String thread) {
        return new Alarms(thread);
    }

    @Override
    public void onMove(Runnable action) {
        // never
    }
}
