package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime;
import io.lockkeeper.agent.time.Machine;
import java.util.function.LongSupplier;

/** The machine's own time, which nobody moves. */
record SystemTime(LongSupplier ticker, Machine machine) implements AgentTime {

    @Override
    public long nanos() {
        return ticker.getAsLong();
    }

    @Override
    public Timer timer(String thread) {
        return new Alarms(machine, thread);
    }

    @Override
    public void onMove(Runnable action) {
        // never
    }
}
