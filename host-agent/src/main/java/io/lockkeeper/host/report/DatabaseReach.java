package io.lockkeeper.host.report;

import io.lockkeeper.agent.AgentMonitor;
import io.lockkeeper.agent.AgentMonitor.Reach;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Whether the database can be reached, asked once a second at most, however many want to know. Safe for use by any number of threads. */
final class DatabaseReach {

    private static final Duration WITHIN = Duration.ofSeconds(2);
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final AgentMonitor monitor;
    private final ReentrantLock asking = new ReentrantLock();
    private Reach last = Reach.NONE;
    private long askedAt = System.nanoTime() - FRESH.toNanos();

    DatabaseReach(AgentMonitor monitor) {
        this.monitor = monitor;
    }

    Reach ask() {
        asking.lock();
        try {
            if (System.nanoTime() - askedAt >= FRESH.toNanos()) {
                last = monitor.probe(WITHIN);
                askedAt = System.nanoTime();
            }
            return last;
        } finally {
            asking.unlock();
        }
    }
}
