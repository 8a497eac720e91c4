package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.model.LockDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * MongoDB's answer to a change.
 *
 * @param lock the lock after it, if it is Lockkeeper's own; null if no answer came
 * @param changedAt the place of the change among all writes; null if nothing was changed, or that is unknown
 */
record Answer(
        Result result,
        @Nullable LockDocument lock,
        @Nullable BsonTimestamp changedAt) {

    /** An answer without further knowledge. */
    static Answer of(Result result) {
        return new Answer(result, null, null);
    }
}
