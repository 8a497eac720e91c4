package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;

/**
 * A record that an operator took a waiter out of a lock's queue. It stays for a minute, in which the waiter's agent learns of it: longer
 * than any waiter stays queued without a touch.
 *
 * @param acquirer the waiter
 * @param by the operator
 * @param reason why, in the operator's words
 * @param at when, by the server's clock
 */
public record TakenOut(String acquirer, String by, String reason, Instant at) {

    /** How long the document keeps the record. */
    static final Duration TOLD_FOR = Duration.ofMinutes(1);
    /** How many records the document keeps at once: the latest. */
    static final int MOST = 32;
}
