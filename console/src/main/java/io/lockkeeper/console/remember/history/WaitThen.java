package io.lockkeeper.console.remember.history;

import java.time.Instant;

/**
 * Somebody who waited at a moment of the past.
 *
 * @param lock the lock it waited for
 * @param who service and instance
 * @param since when it began to wait
 */
public record WaitThen(String lock, String who, Instant since) {}
