package io.lockkeeper.console.ground.loops;

import java.time.Duration;

/**
 * The pause before work that ended starts again. It doubles, up to a minute, with each failure that waiting for MongoDB does not mend, and is
 * short again after any other end, or once the work went on for a minute. Used by one thread.
 */
public final class RestartPause {

    static final Duration LONGEST = Duration.ofMinutes(1);

    private final Duration shortest;
    private Duration next;
    private boolean fails;

    public RestartPause(Duration shortest) {
        this.shortest = shortest;
        next = shortest;
    }

    /** The work failed in a way that waiting for MongoDB does not mend. */
    public void failed() {
        fails = true;
    }

    /**
     * The pause after a turn.
     *
     * @param went how long the work went on in it
     */
    public Duration after(Duration went) {
        if (!fails || went.compareTo(LONGEST) >= 0) {
            next = shortest;
        }
        Duration now = next;
        if (fails) {
            Duration twice = next.multipliedBy(2);
            next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
        }
        fails = false;
        return now;
    }
}
