package io.lockkeeper.model;

import java.time.Instant;

/**
 * The mark on a lease that an operator ended against its holder's will.
 *
 * @param by the operator
 * @param reason why, in the operator's words
 * @param at when, by the server's clock
 * @param until when the quarantine ends, at which the holder's agent removes the lease at the latest
 */
public record Eviction(String by, String reason, Instant at, Instant until) {}
