package io.lockkeeper.host.session;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The time of one history, in milliseconds, and what is to come in it. What belongs to a party that stands still comes when that goes on;
 * while the machine is suspended, only the server does anything.
 */
final class SimulatedTime {

    /** Whose an event is. */
    enum Party {
        PROCESS,
        HOST_AGENT,
        SERVER
    }

    private record Event(long at, long number, Party party, Runnable action) {}

    private static final long STEP = 10;

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final Map<Party, Long> stoppedUntil = new EnumMap<>(Party.class);
    private long now = 1_000_000;
    private long slept;
    private long suspendedUntil;
    private long numbers;

    long now() {
        return now;
    }

    /** A clock that goes on while the machine is suspended, in the steps of {@code /proc/uptime}. */
    long uptime() {
        return now / STEP * STEP;
    }

    /** A clock that stands still then, as the JVM's does. */
    long running() {
        return now - slept;
    }

    void after(long delay, Party party, Runnable action) {
        events.add(new Event(now + delay, numbers++, party, action));
    }

    void stop(Party party, long time) {
        stoppedUntil.merge(party, now + time, Math::max);
    }

    void suspend(long time) {
        suspendedUntil = now + time;
        slept += time;
    }

    /** What runs now is not scheduled for so long. */
    void stall(long time) {
        now += time;
    }

    /** Whether the party runs now. */
    boolean runs(Party party) {
        return now >= blockedUntil(party);
    }

    private long blockedUntil(Party party) {
        long stopped = stoppedUntil.getOrDefault(party, 0L);
        return party == Party.SERVER ? stopped : Math.max(stopped, suspendedUntil);
    }

    void run(long until) {
        for (Event next = events.poll(); next != null && next.at() <= until; next = events.poll()) {
            long blocked = blockedUntil(next.party());
            if (next.at() < blocked) {
                events.add(new Event(blocked, numbers++, next.party(), next.action()));
            } else {
                now = Math.max(now, next.at());
                next.action().run();
            }
        }
    }
}
