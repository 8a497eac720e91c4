package io.lockkeeper.console.api;

import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.eviction.EvictionRequest;
import org.jspecify.annotations.Nullable;

/**
 * An eviction that was made.
 *
 * @param id of its entry in the audit, where its outcome is recorded, and a late write of the old holder
 * @param source null for the console's first collection
 * @param token of the lease; null where its library has none
 * @param outcome {@code MARKED} while the quarantine runs, {@code ENDED} where there is none
 * @param quarantineMillis how long its holder has to stop, or no other process acquires the lock
 */
record EvictionAnswer(
        String id,
        @Nullable String source,
        String lock,
        @Nullable Long token,
        String outcome,
        long quarantineMillis,
        String meaning) {

    /** @param ours whether it was one of Lockkeeper's own locks, whose holder is notified */
    static EvictionAnswer of(EvictionRequest asked, Result result, boolean ours, long quarantineMillis) {
        boolean marked = result.outcome() == Outcome.MARKED;
        long token = asked.seen().token();
        return new EvictionAnswer(
                asked.id(),
                asked.lock().storedSource(),
                asked.lock().name(),
                token == 0 ? null : token,
                result.outcome().name(),
                marked ? quarantineMillis : 0,
                ours ? ofOurs(marked) : marked ? "The lock is quarantined." : "The lock is released.");
    }

    private static String ofOurs(boolean marked) {
        return marked
                ? "The lease is evicted. Its holder is notified; the lock is free when it has stopped, or when the lease or the quarantine is over, whichever is later."
                : "The lease was removed at once. If its process still runs, only the token keeps it out.";
    }
}
