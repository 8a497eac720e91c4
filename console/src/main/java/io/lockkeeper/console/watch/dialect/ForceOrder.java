package io.lockkeeper.console.watch.dialect;

import java.time.Duration;
import java.time.Instant;

/**
 * An operator's order to evict a holder.
 *
 * @param id of the request
 * @param now by the clock of the lock's cluster
 * @param until when a quarantine ends
 * @param quarantine how long it lasts at the least
 * @param reason why, in the operator's words
 * @param atOnce whether the quarantine is skipped, as the old process is known to be dead
 */
public record ForceOrder(
        String id, Instant now, Instant until, Duration quarantine, String by, String reason, boolean atOnce) {}
