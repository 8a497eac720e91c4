package io.lockkeeper.console.ground.loops;

import java.time.Duration;

/**
 * How long repeated work rests, so that it uses a known share of one core: so many times as long as its last turn took, within bounds. A
 * turn in which MongoDB or the machine stood still therefore does not delay the next ones for minutes.
 *
 * @param factor how many times as long as a turn
 * @param longest the most, also where the share of a core is then exceeded
 */
public record Rest(int factor, Duration shortest, Duration longest) {

    public Rest {
        if (shortest.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    "The shortest rest, %s, is longer than the longest, %s.".formatted(shortest, longest));
        }
    }

    /** How long to rest after a turn that took so long. */
    public Duration after(Duration took) {
        Duration share = took.multipliedBy(factor);
        if (share.compareTo(longest) > 0) {
            return longest;
        }
        return share.compareTo(shortest) < 0 ? shortest : share;
    }

    /** The rest after a turn that began at that {@link System#nanoTime} and ends now. */
    public Duration since(long began) {
        return after(Duration.ofNanos(System.nanoTime() - began));
    }
}
