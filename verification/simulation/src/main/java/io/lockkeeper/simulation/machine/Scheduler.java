package io.lockkeeper.simulation.machine;

import io.lockkeeper.simulation.code.Points;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Runs strands one at a time, in the order in which they became ready, and lets time jump to the next event when none is. What breaks
 * that order are holds: a strand that has reached a point may be held there.
 */
public final class Scheduler {

    /** What one step takes: a thread in an endless loop does not keep time from passing. */
    private static final long STEP = 500;

    /** The strand whose code runs now; none while the world outside acts. */
    private static @Nullable Strand running;

    private final Decisions decisions;
    private final long mostSteps;
    private final Deque<Strand> ready = new ArrayDeque<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            Comparator.comparingLong((Event event) -> event.at).thenComparingLong(event -> event.number));
    private final List<String> failures = new ArrayList<>();
    private long now;
    private long steps;
    private long switches;
    private long numbers;
    private long strands;
    private long digest;
    private long longestHeld;
    private long paused;

    public Scheduler(Decisions decisions, long mostSteps) {
        this.decisions = decisions;
        this.mostSteps = mostSteps;
    }

    /** Something that is to happen at its time. */
    public static final class Event {
        private final long at;
        private final long number;
        private final Runnable action;
        private boolean cancelled;

        private Event(long at, long number, Runnable action) {
            this.at = at;
            this.number = number;
            this.action = action;
        }

        public void cancel() {
            cancelled = true;
        }
    }

    public long now() {
        return now;
    }

    /** How many points were passed. */
    public long steps() {
        return steps;
    }

    /** How often another strand came to run. */
    public long switches() {
        return switches;
    }

    /** A number that differs where two histories do. */
    public long digest() {
        return digest;
    }

    public Decisions decisions() {
        return decisions;
    }

    public Event after(long nanos, Runnable action) {
        Event event = new Event(now + Math.max(0, nanos), ++numbers, action);
        events.add(event);
        return event;
    }

    /** Runs until nothing is left to do, the time is over, or too many steps were taken; whether it ended by itself. */
    public boolean run(long until) {
        while (now < until && steps < mostSteps) {
            runDue();
            Strand next = ready.poll();
            if (next != null) {
                run(next);
            } else if (!jump(until)) {
                return events.isEmpty();
            }
        }
        return false;
    }

    public boolean hasStepsLeft() {
        return steps < mostSteps;
    }

    private void run(Strand strand) {
        switches++;
        digest = digest * 31 + strand.number() + now;
        running = strand;
        try {
            strand.step();
        } finally {
            running = null;
        }
        now += STEP;
    }

    private void runDue() {
        for (Event next = events.peek(); next != null && next.at <= now; next = events.peek()) {
            events.remove();
            fire(next);
        }
    }

    /** To the next event, but not past that time; whether there was one. */
    private boolean jump(long until) {
        Event next = events.peek();
        while (next != null && next.cancelled) {
            events.remove();
            next = events.peek();
        }
        if (next == null || next.at > until) {
            now = next == null ? now : until;
            return false;
        }
        now = Math.max(now, next.at);
        events.remove();
        fire(next);
        return true;
    }

    private static void fire(Event event) {
        if (!event.cancelled) {
            event.action.run();
        }
    }

    void failed(String strand, Throwable failure) {
        failures.add("%s failed: %s at %s".formatted(strand, failure, failure.getStackTrace()[0]));
    }

    /** What threads died of. */
    public List<String> failures() {
        return failures;
    }

    long nextStrand() {
        return ++strands;
    }

    void ready(Strand strand) {
        ready.add(strand);
    }

    /** The running strand has come to that point of the code. */
    public static void reached(int point) {
        Strand strand = running;
        if (strand != null) {
            strand.reached(point);
        }
    }

    /** For how long the running strand has been held so far. */
    public static long heldSoFar() {
        return running == null ? 0 : running.heldFor();
    }

    /** What the running strand does until it leaves again is one step: it may own a monitor of the JDK's. */
    public static void enterStep() {
        Strand strand = running;
        if (strand != null) {
            strand.enterStep();
        }
    }

    public static void leaveStep() {
        Strand strand = running;
        if (strand != null) {
            strand.leaveStep();
        }
    }

    void held(long ofOneStrand) {
        longestHeld = Math.max(longestHeld, ofOneStrand);
    }

    void paused(long nanos) {
        paused += nanos;
    }

    /** For how long together a thread may have stood still, by decisions and accidents. */
    public long longestStandstill() {
        return longestHeld + paused;
    }

    void count(int point) {
        steps++;
        now += STEP;
        digest = digest * 31 + Points.point(point).name().hashCode();
    }
}
