package io.lockkeeper.model;

import java.time.Duration;

/**
 * That a lease may stay with its agent after its release, to be granted again there: for how long, and with how many tokens, the lease's own
 * among them. A request asks for it; a lease has it whose document had nobody waiting when it was granted, and {@link Settle} decides
 * how many tokens there are.
 *
 * @param time how long the lease is kept after a release
 * @param tokens how many, one following the other: 1 to {@value #MAX_TOKENS}
 */
public record Keep(Duration time, int tokens) {

    /** The most tokens of one lease. */
    public static final int MAX_TOKENS = 65_536;

    /** How far the tokens of a lease may be ahead of the server's clock: far less than a day, after which an unused lock is purged. */
    public static final Duration AHEAD = Duration.ofMinutes(1);

    /**
     * Checks that something is asked for.
     *
     * @throws IllegalArgumentException if the time is under a millisecond, or the number of tokens is out of its bounds
     */
    public Keep {
        if (time.toMillis() < 1) {
            throw new IllegalArgumentException("Keep %s is too short: at least 1 ms".formatted(time));
        }
        if (tokens < 1 || tokens > MAX_TOKENS) {
            throw new IllegalArgumentException("%d tokens are out of bounds: 1 to %d".formatted(tokens, MAX_TOKENS));
        }
    }
}
