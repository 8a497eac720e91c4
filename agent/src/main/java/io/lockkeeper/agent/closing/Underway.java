package io.lockkeeper.agent.closing;

import io.lockkeeper.agent.time.Awaiting;
import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what is in flight, without a lock, and waits until nothing is. */
public final class Underway {

    private final AtomicInteger count = new AtomicInteger();
    private final Awaiting awaiting;

    public Underway(Machine machine) {
        this.awaiting = new Awaiting(machine);
    }

    public void began() {
        count.incrementAndGet();
    }

    public void ended() {
        if (count.decrementAndGet() == 0) {
            awaiting.wake();
        }
    }

    /** Waits until nothing is under way, and returns whether that came about in time. An interrupt ends the wait, and is kept. */
    public boolean awaitNothing(Duration longest) {
        return awaiting.until(() -> count.get() == 0, longest);
    }
}
