package io.lockkeeper.agent.time;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs actions at their time, one after the other, on one daemon thread that starts with the first of them. Setting and cancelling an
 * alarm takes no lock, so the thread never waits for a caller that is not scheduled.
 */
public final class Alarms implements AgentTime.Timer {

    private static final Logger log = LoggerFactory.getLogger(Alarms.class);

    /**
     * The thread looks once in this time. Nearly every alarm is later, and cancelled before its time, so looking costs less than being
     * woken for each lease.
     */
    private static final long LOOK = Duration.ofSeconds(1).toNanos();

    private static final long EVER = Duration.ofDays(1000).toNanos();

    private final ConcurrentSkipListMap<Due, Runnable> alarms = new ConcurrentSkipListMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final Machine machine;
    private final OwnThread thread;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile long nextLook;
    private volatile boolean stopped;

    public Alarms(Machine machine, String thread) {
        this.machine = machine;
        this.thread = new OwnThread(machine.daemon(thread, this::run));
        this.nextLook = machine.nanos() + EVER;
    }

    /** When an alarm is due, in nanoseconds; those of one instant in their order. */
    private record Due(long at, long number) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            return at == other.at ? Long.compare(number, other.number) : Long.signum(at - other.at);
        }
    }

    @Override
    public AgentTime.Alarm after(Duration delay, Runnable action) {
        Due due = new Due(machine.nanos() + delay.toNanos(), numbers.incrementAndGet());
        if (!stopped) {
            alarms.put(due, action);
            if (due.at - nextLook < 0) {
                thread.startOrWake();
            }
        }
        return () -> alarms.remove(due);
    }

    @Override
    public void stop(Duration within) {
        stopped = true;
        alarms.tailMap(new Due(machine.nanos(), Long.MAX_VALUE)).clear();
        thread.wake();
        try {
            if (thread.wasStarted() && !machine.await(ended, within.toNanos())) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            runAll();
        } finally {
            ended.complete(null);
        }
    }

    private void runAll() {
        boolean goesOn = true;
        while (goesOn) {
            long now = machine.nanos();
            nextLook = now + EVER; // an alarm that is set while this looks wakes it
            Map.Entry<Due, Runnable> first = alarms.firstEntry();
            long left = first == null ? LOOK : first.getKey().at - now;
            if (first != null && left <= 0) {
                runOnce(first);
            } else if (stopped) {
                goesOn = false;
            } else {
                restUntil(now + Math.min(left, LOOK));
            }
        }
    }

    private void restUntil(long time) {
        nextLook = time;
        machine.park(
                this, time - machine.nanos()); // last: if the thread stood still before this, it rests no longer for it
        if (Thread.interrupted() && !stopped) { // would keep it from resting
            log.debug("The thread was interrupted, and continues");
        }
    }

    private void runOnce(Map.Entry<Due, Runnable> alarm) {
        if (alarms.remove(alarm.getKey(), alarm.getValue())) {
            try {
                alarm.getValue().run();
            } catch (RuntimeException | Error e) {
                log.error("An action failed", e);
            }
        }
    }
}
