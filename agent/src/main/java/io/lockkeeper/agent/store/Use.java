package io.lockkeeper.agent.store;

import java.time.Instant;

/**
 * How a lock is used.
 *
 * @param lock its name
 * @param busy whether somebody holds it, or waits for it
 * @param idleSince when its last lease ended
 */
public record Use(String lock, boolean busy, Instant idleSince) {}
