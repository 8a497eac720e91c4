package io.lockkeeper.console.people.security;

import java.time.Duration;

/**
 * How long to pause after so many failures in a row: not at all for the free ones, then twice as long each time.
 *
 * @param free how many failures cost nothing
 * @param first the first pause
 * @param longest the longest pause
 */
record PauseRule(int free, Duration first, Duration longest) {

    private static final int MAX_DOUBLINGS = 20;

    Duration after(int failures) {
        if (failures <= free) {
            return Duration.ZERO;
        }
        Duration pause = first.multipliedBy(1L << Math.min(MAX_DOUBLINGS, failures - free - 1));
        return pause.compareTo(longest) < 0 ? pause : longest;
    }
}
