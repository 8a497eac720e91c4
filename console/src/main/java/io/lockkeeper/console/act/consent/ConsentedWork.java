package io.lockkeeper.console.act.consent;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Result;

/** Carries out what was consented to. Each feature that makes requests has its own. */
public interface ConsentedWork {

    /** Whether the entry belongs to this feature. */
    boolean isOf(AuditEntry entry);

    /** Carries it out, once the consent is on record, and records the outcome. Waits for MongoDB. */
    Result run(AuditEntry consented);
}
