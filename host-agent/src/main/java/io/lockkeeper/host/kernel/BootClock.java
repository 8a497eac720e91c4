package io.lockkeeper.host.kernel;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A clock that goes on while the machine is suspended, as the server's does. The JVM's own stands still then, and with it the deadlines of
 * the agent: {@link #left} takes off what was slept. On one thread only.
 */
public final class BootClock {

    /** Of two readings. Sleep that this hides must be less than the margin of belief, {@code SessionLease.MARGIN}. */
    private static final long NOISE = 20;

    private static final long STEP = 10;
    private static final int TRIES = 5;

    private static final Duration LONGEST = Duration.ofHours(24);

    private final LongSupplier elapsed;
    private final LongSupplier running;
    private long apart;
    private long slept;
    private long sleptLately;
    private long wokeAt;

    /**
     * @param elapsed milliseconds that suspension counts in
     * @param running milliseconds that stand still in it
     */
    public BootClock(LongSupplier elapsed, LongSupplier running) {
        this.elapsed = elapsed;
        this.running = running;
        Reading first = read();
        this.apart = first.all() - first.before();
    }

    /**
     * Both clocks at one moment, or nearly: a thread that is not scheduled between two readings has not slept.
     *
     * @param before the running clock, before the other was read
     * @param after the same, after it
     */
    private record Reading(long before, long all, long after) {}

    private Reading read() {
        Reading now = readOnce();
        for (int i = 1; i < TRIES && now.after() - now.before() > STEP; i++) {
            now = readOnce();
        }
        return now;
    }

    private Reading readOnce() {
        return new Reading(running.getAsLong(), elapsed.getAsLong(), running.getAsLong());
    }

    public static BootClock ofThisMachine() {
        return new BootClock(elapsed(SystemCalls.ofThisMachine()), () -> System.nanoTime() / 1_000_000);
    }

    /**
     * By a system call where one can be made. Elsewhere the wall clock stands in: a step forward then costs leases, and none is believed too
     * long. Not {@code /proc/uptime}, which in containers may be a file in whole seconds that goes back.
     */
    static LongSupplier elapsed(Optional<SystemCalls> kernel) {
        return kernel.<LongSupplier>map(calls -> calls::sinceBoot).orElse(System::currentTimeMillis);
    }

    public long millis() {
        Reading now = read();
        long more = now.all() - now.after() - apart; // at least
        long most = now.all() - now.before() - apart;
        if (more > NOISE) {
            woke(now.after() + slept + more, more);
        } else if (most < -NOISE) {
            apart = now.all() - now.before();
        }
        return now.after() + slept;
    }

    private void woke(long now, long more) {
        boolean again = slept > 0 && now - wokeAt < LONGEST.toMillis();
        sleptLately = again ? sleptLately + more : more;
        slept += more;
        apart += more;
        wokeAt = now;
    }

    /** What is left of a time of at most {@code ttl} that the JVM's clock counts down. */
    public long left(Duration remaining, long ttl) {
        long now = millis();
        boolean mayHaveSlept = slept > 0 && now - wokeAt <= ttl;
        return remaining.toMillis() - (mayHaveSlept ? sleptLately : 0);
    }
}
