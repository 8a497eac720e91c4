package io.lockkeeper.model;

import java.time.Duration;
import java.util.Locale;

/**
 * That an agent may grant a lease again after its release: for how long it keeps the lease unused, and how many tokens there are, the
 * lease's own among them. A request asks for it, and {@link Settle} decides: a lease for which others wait does not stay idle, and has
 * tokens only for the waiters of its own agent.
 *
 * @param time how long the lease is kept after a release; zero if not at all
 * @param tokens how many, one following the other: 1 to {@value #MAX_TOKENS}
 * @param cohort of a request, whether it would have tokens also where others wait
 */
public record Keep(Duration time, int tokens, boolean cohort) {

    /** The most tokens of one lease. */
    public static final int MAX_TOKENS = 65_536;

    /** How far the tokens of a lease may be ahead of the server's clock: far less than a day, after which an unused lock is purged. */
    public static final Duration AHEAD = Duration.ofMinutes(1);

    /**
     * Checks that something is asked for.
     *
     * @throws IllegalArgumentException if the time is positive and under a millisecond, or the number of tokens is out of its bounds
     */
    public Keep {
        if (time.isNegative() || (time.toMillis() == 0 && !time.isZero())) {
            throw new IllegalArgumentException("Keep %s is too short: zero, or at least 1 ms".formatted(time));
        }
        if (tokens < 1 || tokens > MAX_TOKENS) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%d tokens are out of bounds: 1 to %d", tokens, MAX_TOKENS));
        }
    }

    /** The keep of a lease, which has no {@code cohort}. */
    public Keep(Duration time, int tokens) {
        this(time, tokens, false);
    }
}
