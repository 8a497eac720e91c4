package io.lockkeeper.console.consent;

import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.Result;

/** Does what was asked for and consented to; each feature that asks has its own. */
public interface ConsentedWork {

    /** Whether the entry is of this feature. */
    boolean isOf(AuditEntry entry);

    /** Does it, once the consent is on record, and records what came of it. Waits for MongoDB. */
    Result run(AuditEntry consented);
}
