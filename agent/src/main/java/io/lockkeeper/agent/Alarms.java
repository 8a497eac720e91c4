package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs actions at their time, one after the other, on one daemon thread that starts with the first of them. */
final class Alarms implements AgentTime.Timer {

    private static final Logger log = LoggerFactory.getLogger(Alarms.class);

    /** Sooner than nearly every alarm. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final ScheduledThreadPoolExecutor executor;
    private final AtomicBoolean looking = new AtomicBoolean();

    Alarms(String thread) {
        executor = new ScheduledThreadPoolExecutor(
                1, action -> Daemon.thread(thread, action), new ThreadPoolExecutor.DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public AgentTime.Alarm after(Duration delay, Runnable action) {
        lookOften();
        Future<?> future = executor.schedule(() -> run(action), delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /**
     * The thread is woken for what is to come first, and most alarms are taken back long before their time: a look each second
     * is cheaper than to be woken for each lease.
     */
    private void lookOften() {
        if (!looking.getAndSet(true)) {
            var unused = executor.scheduleAtFixedRate(() -> {}, LOOK.toNanos(), LOOK.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void stop(Duration within) {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(within.toNanos(), TimeUnit.NANOSECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            log.error("An action failed", e);
        }
    }
}
