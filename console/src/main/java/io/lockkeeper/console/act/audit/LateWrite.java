package io.lockkeeper.console.act.audit;

import java.time.Instant;

/**
 * A write by the old holder of an evicted lock: its process is alive.
 *
 * @param eviction the audit's id of the eviction
 * @param source the source's id
 * @param holder who was evicted, in words
 * @param at when it wrote, by the server's clock
 */
public record LateWrite(String eviction, String source, String lock, String holder, Instant evictedAt, Instant at) {

    static LateWrite of(AuditEntry entry, Instant at) {
        return new LateWrite(entry.id(), entry.place().source(), entry.lock(), entry.holder(), entry.at(), at);
    }
}
