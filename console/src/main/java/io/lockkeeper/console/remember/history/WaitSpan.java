package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A wait that ended with a grant or without one, or that still lasts.
 *
 * @param lock the lock it waited for
 * @param until when it ended; null while it lasts
 */
public record WaitSpan(
        LockId lock, Party waiter, Instant since, @Nullable Instant until) {

    /** A request is known by its lock and its beginning. */
    boolean isOfTheSameRequest(WaitSpan other) {
        return lock.equals(other.lock) && since.equals(other.since);
    }
}
