package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;

/**
 * That an operator took a waiter out of a lock's queue. The document says so for a minute, in which the waiter's agent hears of it: longer
 * than any waiter stays queued without a touch.
 *
 * @param acquirer the waiter
 * @param by the operator
 * @param reason why, in the operator's words
 * @param at when, by the server's clock
 */
public record TakenOut(String acquirer, String by, String reason, Instant at) {

    /** How long the document says so. */
    static final Duration TOLD_FOR = Duration.ofMinutes(1);
    /** Of how many the document says so at once; of more, the latest. */
    static final int MOST = 32;
}
