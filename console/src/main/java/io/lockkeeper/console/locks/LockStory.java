package io.lockkeeper.console.locks;

import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.history.Gap;
import io.lockkeeper.console.history.LeaseRecord;
import io.lockkeeper.console.history.Usual;
import io.lockkeeper.console.history.WaitRecord;
import io.lockkeeper.model.LateAttempt;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded of one lock.
 *
 * @param name the lock's
 * @param leases the newest ones, the newest first
 * @param waits those since then that ended without a grant
 * @param evictions what operators did to it, the latest first
 * @param gaps the times within those of which nothing is recorded
 * @param usual what is usual for it
 * @param problem why nothing can be said, in a sentence; empty for nothing
 * @param readAt when it was read, by the server's clock
 */
record LockStory(
        String name,
        List<LeaseRecord> leases,
        List<WaitRecord> waits,
        List<AuditEntry> evictions,
        List<LateAttempt> late,
        List<Gap> gaps,
        Usual usual,
        String problem,
        Instant readAt) {

    static LockStory unread(String name) {
        return new LockStory(
                name, List.of(), List.of(), List.of(), List.of(), List.of(), Usual.NOTHING_KNOWN, "", Instant.EPOCH);
    }

    /** What is usual, or null while nothing was read. */
    @Nullable
    Usual knownUsual() {
        return isRead() && problem.isEmpty() ? usual : null;
    }

    boolean isRead() {
        return !readAt.equals(Instant.EPOCH);
    }
}
