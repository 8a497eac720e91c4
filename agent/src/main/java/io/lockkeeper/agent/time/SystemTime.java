package io.lockkeeper.agent.time;

import java.util.function.LongSupplier;

/** The machine's own time, which cannot be advanced. */
public record SystemTime(LongSupplier ticker, Machine machine) implements AgentTime {

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
