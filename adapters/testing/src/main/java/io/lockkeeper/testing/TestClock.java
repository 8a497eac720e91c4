package io.lockkeeper.testing;

import io.lockkeeper.agent.time.AgentTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The time of locks in memory, for server and agents alike, which a test advances. Safe for use by any number of threads.
 *
 * <p>What an agent has to do by the clock is done when {@link #advance} returns: leases renewed, lost or granted. Listeners
 * run, and waiting callers wake up, on threads of their own, a moment later.
 */
public final class TestClock implements AgentTime {

    /** Shorter than any interval that matters to an agent: the shortest ttl is 100 ms. */
    private static final long STEP = Duration.ofMillis(20).toNanos();

    private final LongSupplier flow;
    private final Instant start;
    private final AtomicLong moved = new AtomicLong();
    private final ReentrantLock moving = new ReentrantLock();
    private final List<Runnable> actions = new CopyOnWriteArrayList<>();
    private final List<TestTimer> timers = new CopyOnWriteArrayList<>();

    private TestClock(LongSupplier flow, Instant start) {
        this.flow = flow;
        this.start = start;
    }

    /** A running clock that you can advance, too. */
    public static TestClock running() {
        long zero = System.nanoTime();
        return new TestClock(() -> System.nanoTime() - zero, Instant.now());
    }

    /** A clock that stands still at that instant until you advance it. */
    public static TestClock stoppedAt(Instant instant) {
        return new TestClock(() -> 0, instant);
    }

    /** The server's time, in whole milliseconds as MongoDB has it. */
    public Instant now() {
        return Instant.ofEpochMilli(start.plusNanos(nanos()).toEpochMilli());
    }

    /**
     * Lets time pass, in small steps, at each of which the agents do what is due then: an hour takes some tenths of a second.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("A monotonic clock cannot go back by " + by);
        }
        moving.lock();
        try {
            for (long left = by.toNanos(); left > 0; left -= STEP) {
                moved.addAndGet(Math.min(left, STEP));
                actions.forEach(Runnable::run);
                timers.forEach(TestTimer::runDue);
            }
        } finally {
            moving.unlock();
        }
    }

    @Override
    public long nanos() {
        return flow.getAsLong() + moved.get();
    }

    @Override
    public Timer timer(String thread) {
        TestTimer timer = new TestTimer(this, thread, timers::remove);
        timers.add(timer);
        return timer;
    }

    @Override
    public void onMove(Runnable action) {
        actions.add(action);
    }

    /** Drops all scheduled actions. */
    void forget() {
        actions.clear();
    }

    @Override
    public String toString() {
        return "TestClock[%s]".formatted(now());
    }
}
