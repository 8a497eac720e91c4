package io.lockkeeper.console.api;

import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;

/**
 * An eviction that was made.
 *
 * @param id of its entry in the audit, where its outcome is recorded
 * @param outcome {@code MARKED} while the quarantine runs, {@code ENDED} where there is none
 * @param quarantineMillis how long its holder has to stop
 */
record EvictionAnswer(String id, String lock, long token, String outcome, long quarantineMillis, String meaning) {

    static EvictionAnswer of(String id, String lock, long token, Result result, long quarantineMillis) {
        boolean marked = result.outcome() == Outcome.MARKED;
        return new EvictionAnswer(
                id,
                lock,
                token,
                result.outcome().name(),
                marked ? quarantineMillis : 0,
                marked
                        ? "The lease is evicted. Its holder is notified; the lock is free when it has stopped, or when the lease or the quarantine is over, whichever is later."
                        : "The lease was removed at once. If its process still runs, only the token keeps it out.");
    }
}
