package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What waits are charged to of a lease.
 *
 * @param token 0 if it is not known
 * @param holder service, instance and host of the holder; null if unknown
 * @param weight how much of the lock's capacity it took
 * @param began when it was granted; when it ended, where that is unknown
 * @param ended null while it lasts
 */
public record LeaseSpan(
        LockId lock,
        long token,
        @Nullable Party holder,
        long weight,
        Instant began,
        @Nullable Instant ended) {

    LeaseSpan endedAt(Instant at) {
        return new LeaseSpan(lock, token, holder, weight, began, at);
    }
}
