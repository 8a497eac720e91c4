package io.lockkeeper.console.api;

import io.lockkeeper.console.remember.history.LeaseRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A past hold of a lock; what is null is not known, or has not happened.
 *
 * @param source its id; null for the console's first collection
 * @param holder who, in words
 * @param acquiredAt when, by the library's own clock
 * @param endedAt when, by the server's
 * @param askedAt when its request began to wait; known of Lockkeeper's own locks
 * @param waiters how many waited behind it at most; the same
 * @param ending RELEASED, EXPIRED, EVICTED or UNKNOWN
 */
record PastHold(
        @Nullable String source,
        String lock,
        @Nullable String holder,
        @Nullable Instant acquiredAt,
        @Nullable Instant askedAt,
        @Nullable Long waitedMillis,
        @Nullable Instant endedAt,
        @Nullable String ending,
        @Nullable Long heldMillis,
        @Nullable Integer waiters) {

    static PastHold of(LeaseRecord lease) {
        return new PastHold(
                lease.lock().storedSource(),
                lease.lock().name(),
                lease.who().orElse(null),
                lease.grantedAt(),
                lease.askedAt(),
                lease.waitedMillis(),
                lease.endedAt(),
                lease.ending() == null ? null : lease.ending().name(),
                lease.isKept() ? null : lease.heldMillis(),
                lease.waiters());
    }
}
