package io.lockkeeper.agent;

import io.lockkeeper.agent.time.AgentTime;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs actions at their time, one after the other, on one daemon thread that starts with the first of them. */
final class Alarms implements AgentTime.Timer {

    private static final Logger log = LoggerFactory.getLogger(Alarms.class);

    private final ScheduledThreadPoolExecutor executor;

    Alarms(String thread) {
        executor = new ScheduledThreadPoolExecutor(
                1, action -> Daemon.thread(thread, action), new ThreadPoolExecutor.DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public AgentTime.Alarm after(Duration delay, Runnable action) {
        Future<?> future = executor.schedule(() -> run(action), delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
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
