package io.lockkeeper.console.api;

import io.lockkeeper.console.remember.holds.HeldThen;
import io.lockkeeper.console.remember.holds.HoldRecord;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A hold of another library's lock; what is null is not known, or has not happened.
 *
 * @param source the source's id
 * @param holder who, in words
 * @param acquiredAt when, by the library's own clock
 * @param endedAt when, by the server's
 * @param ending RELEASED, EXPIRED, EVICTED or UNKNOWN
 */
record PastHold(
        String source,
        String lock,
        @Nullable String holder,
        @Nullable Instant acquiredAt,
        @Nullable Instant endedAt,
        @Nullable String ending,
        @Nullable Long heldMillis) {

    static PastHold of(HeldThen held) {
        return held.hold() == null
                ? new PastHold(held.source(), held.lock(), words(held.holder()), held.since(), null, null, null)
                : of(held.hold());
    }

    static PastHold of(HoldRecord hold) {
        return new PastHold(
                hold.source(),
                hold.lock(),
                words(hold.holder()),
                hold.since(),
                hold.until(),
                hold.endingName(),
                hold.held().map(Duration::toMillis).orElse(null));
    }

    private static @Nullable String words(String holder) {
        return holder.isEmpty() ? null : holder;
    }
}
