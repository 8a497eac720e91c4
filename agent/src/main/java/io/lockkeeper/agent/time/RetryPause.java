package io.lockkeeper.agent.time;

import java.time.Duration;

/** The pause between a call that was not answered and its repetition, of random length, so that agents do not ask in step. */
public record RetryPause(Machine machine) {

    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofMillis(200);

    private static final int MOST_DOUBLINGS = 5;
    private static final int MOST_AFTER_REFUSALS = 8;

    public Duration afterFailure() {
        return Duration.ofNanos(machine.random(SHORTEST.toNanos(), LONGEST.toNanos()));
    }

    /** Takes a pause in a thread that must go on; whether it was interrupted meanwhile. */
    public boolean wasInterrupted() {
        return wasInterrupted(1);
    }

    /** Pauses the longer the more calls in a row have failed, up to some seconds. */
    public boolean wasInterrupted(int failures) {
        return wasInterrupted(failures, MOST_DOUBLINGS);
    }

    /** As {@link #wasInterrupted(int)}, up to a minute: what was refused seldom changes by itself. */
    public boolean wasInterruptedAfterRefusal(int refusals) {
        return wasInterrupted(refusals, MOST_AFTER_REFUSALS);
    }

    private boolean wasInterrupted(int failures, int doublings) {
        try {
            machine.sleep(afterFailure().multipliedBy(1L << Math.min(failures - 1, doublings)));
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
