package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operator asked for, as it is stored.
 *
 * @param at when, by the server's clock
 * @param ip where the request came from
 * @param source of the lock; null for the console's first collection
 * @param acquirer the lease, the waiter or the pause that the operator saw; of another library's lock, its acquisition as text
 * @param token its token; 0 where there is none
 * @param holder who held it or waited for it, or until when it is paused, in words
 * @param reason why, in the operator's words
 */
public record AuditRequest(
        Instant at,
        String by,
        String ip,
        Action action,
        @Nullable String source,
        String lock,
        String acquirer,
        long token,
        String holder,
        String reason) {

    LockId place() {
        return LockId.stored(source, lock);
    }
}
