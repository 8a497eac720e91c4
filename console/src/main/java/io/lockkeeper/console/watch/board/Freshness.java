package io.lockkeeper.console.watch.board;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the board can be trusted.
 *
 * @param state whether it is live
 * @param asOf the server's time for which the board is known to be complete, or null if it never was
 * @param behind how long ago that was
 * @param reading how far the reading of the collection is, or null if it is not being read
 */
public record Freshness(
        State state,
        @Nullable Instant asOf,
        Duration behind,
        @Nullable Progress reading) {

    public enum State {
        /** The locks have not been read yet. */
        STARTING,
        /** Complete up to at most two seconds ago. */
        LIVE,
        /** The server answers, and the events lag. */
        BEHIND,
        DISCONNECTED
    }

    static final Duration LIVE_WITHIN = Duration.ofSeconds(2);

    /** The freshness of a board that is complete up to {@code asOf}. */
    public static Freshness at(Instant now, @Nullable Instant asOf, boolean reachable) {
        if (asOf == null) {
            return new Freshness(reachable ? State.STARTING : State.DISCONNECTED, null, Duration.ZERO, null);
        }
        Duration behind = asOf.isAfter(now) ? Duration.ZERO : Duration.between(asOf, now);
        if (behind.compareTo(LIVE_WITHIN) <= 0) {
            return new Freshness(State.LIVE, asOf, behind, null);
        }
        return new Freshness(reachable ? State.BEHIND : State.DISCONNECTED, asOf, behind, null);
    }

    Freshness reading(@Nullable Progress progress) {
        return new Freshness(state, asOf, behind, progress);
    }

    /** The moment for which locks are judged: while nothing is heard, the last one of which all is known. */
    public Instant judgedAt(Instant now) {
        return asOf == null ? now : asOf;
    }

    public boolean isLive() {
        return state == State.LIVE;
    }
}
