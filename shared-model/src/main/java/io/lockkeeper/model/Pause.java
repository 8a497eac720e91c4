package io.lockkeeper.model;

import java.time.Instant;

/**
 * A pause: until it ends, no request is granted the lock. Holders keep their leases, and waiters their places.
 *
 * <p>In the document it stands at the head of the queue, as a waiter that never fits: so agents of every version obey it.
 *
 * @param id its own
 * @param by the operator
 * @param reason why, in the operator's words
 * @param at since when, by the server's clock
 * @param until when it ends by itself
 */
public record Pause(String id, String by, String reason, Instant at, Instant until) {

    /** More than any lock's capacity. */
    static final int WEIGHT = Integer.MAX_VALUE;

    /** The owner that agents and consoles show which do not know of pauses. */
    static Owner owner(String by, String reason) {
        return new Owner("", "paused by an operator", by, "", 0, "", reason);
    }
}
