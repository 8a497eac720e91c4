package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.LockAgent;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Closes the agent when the service stops: after the web server and the schedulers, within their own time-outs, and before the MongoDB
 * client is closed. The agent then refuses new requests, wakes waiters, and gives holders some time to release. A service that starts again
 * opens it again; so does a test's application context that was paused, which holds no lock meanwhile.
 */
public final class AgentLifecycle implements SmartLifecycle {

    /** Stops after the web server and schedulers, which stop in the phases down to {@code DEFAULT_PHASE - 2048}. */
    public static final int PHASE = DEFAULT_PHASE - 4096;

    private static final Logger log = LoggerFactory.getLogger(AgentLifecycle.class);

    private final LockAgent agent;
    private final Duration grace;
    private volatile boolean running;

    /** @param grace how long holders have to release */
    public AgentLifecycle(LockAgent agent, Duration grace) {
        this.agent = agent;
        this.grace = grace;
    }

    /** Opens the agent again after {@link #stop}; that of a service that starts is open already. */
    @Override
    public void start() {
        agent.reopen();
        running = true;
    }

    @Override
    public void stop(Runnable callback) {
        Thread.ofVirtual().name("lockkeeper-stop").start(() -> {
            try {
                stop();
            } finally {
                callback.run();
            }
        });
    }

    @Override
    public void stop() {
        running = false;
        long held = agent.monitor().leases().stream()
                .filter(lease -> !lease.isIdle())
                .count();
        boolean drained = agent.close(grace);
        if (!drained) {
            log.warn(
                    "Not all of {} leases were released within {}; their holders were notified, and their locks are free",
                    held,
                    grace);
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** True, because a paused context would keep the lock that the next test waits for. */
    @Override
    public boolean isPauseable() {
        return true;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
