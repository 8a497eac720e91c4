package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who waited at a moment of the past.
 *
 * @param source the id of the lock's source; null for the console's first collection
 * @param lock the lock it waited for
 * @param who service and instance
 * @param since when it began to wait
 */
public record WaitThen(@Nullable String source, String lock, String who, Instant since) {

    static WaitThen of(LockId lock, String who, Instant since) {
        return new WaitThen(lock.storedSource(), lock.name(), who, since);
    }

    public LockId lockId() {
        return LockId.stored(source, lock);
    }
}
