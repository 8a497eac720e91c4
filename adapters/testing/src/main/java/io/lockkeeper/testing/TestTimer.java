package io.lockkeeper.testing;

import io.lockkeeper.agent.time.AgentTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Alarms by a test's clock: a thread runs them while the clock runs, and the caller of {@code advance} runs what comes due. */
final class TestTimer implements AgentTime.Timer {

    private static final Logger log = LoggerFactory.getLogger(TestTimer.class);

    private final TestClock clock;
    private final Consumer<TestTimer> whenStopped;
    private final Queue<Task> tasks = new PriorityQueue<>(
            Comparator.comparingLong((Task task) -> task.due).thenComparingLong(task -> task.number));
    private final ReentrantLock guard = new ReentrantLock();
    private final Condition changed = guard.newCondition();
    /** Held while an action runs, so that there is one at a time. */
    private final ReentrantLock running = new ReentrantLock();

    private final Thread thread;
    private long added;
    private boolean stopped;

    TestTimer(TestClock clock, String name, Consumer<TestTimer> whenStopped) {
        this.clock = clock;
        this.whenStopped = whenStopped;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    @Override
    public AgentTime.Alarm after(Duration delay, Runnable action) {
        guard.lock();
        try {
            if (stopped) {
                return () -> {};
            }
            Task task = new Task(clock.nanos() + delay.toNanos(), ++added, action);
            tasks.add(task);
            if (added == 1) {
                thread.start();
            }
            changed.signal();
            return () -> cancel(task);
        } finally {
            guard.unlock();
        }
    }

    /** Runs what is due by now, and returns when that is done. */
    void runDue() {
        running.lock();
        try {
            for (Optional<Task> due = pollDue(); due.isPresent(); due = pollDue()) {
                run(due.get());
            }
        } finally {
            running.unlock();
        }
    }

    @Override
    public void stop(Duration within) {
        runDue();
        guard.lock();
        try {
            stopped = true;
            tasks.clear();
            changed.signal();
        } finally {
            guard.unlock();
        }
        whenStopped.accept(this);
    }

    private void run() {
        while (awaitDue()) {
            runDue();
        }
    }

    private boolean awaitDue() {
        guard.lock();
        try {
            while (!stopped) {
                Task next = tasks.peek();
                long left = next == null ? Long.MAX_VALUE : next.due - clock.nanos();
                if (left <= 0) {
                    return true;
                }
                changed.await(left, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            log.debug("The timer was interrupted", e);
        } finally {
            guard.unlock();
        }
        return false;
    }

    private Optional<Task> pollDue() {
        guard.lock();
        try {
            Task next = tasks.peek();
            return next == null || next.due - clock.nanos() > 0 ? Optional.empty() : Optional.ofNullable(tasks.poll());
        } finally {
            guard.unlock();
        }
    }

    private void cancel(Task task) {
        guard.lock();
        try {
            tasks.remove(task);
        } finally {
            guard.unlock();
        }
    }

    private static void run(Task task) {
        try {
            task.action.run();
        } catch (RuntimeException e) {
            log.error("An action failed", e);
        }
    }

    private record Task(long due, long number, Runnable action) {}
}
