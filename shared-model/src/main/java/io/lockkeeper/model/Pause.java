package io.lockkeeper.model;

import java.time.Instant;

/**
 * That an operator lets nobody acquire a lock until some time. Who holds it goes on, and who waits keeps its place.
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

    /** As agents and consoles show it that know no pause. */
    static Owner owner(String by, String reason) {
        return new Owner("", "paused by an operator", by, "", 0, "", reason);
    }
}
