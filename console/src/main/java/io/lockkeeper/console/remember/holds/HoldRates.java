package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.loops.LastUsed;
import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import java.util.Map;

/** Counts how many holds of a lock, or waits for it, end in a second, by the ends' own times. Used by one thread. */
final class HoldRates {

    private static final int MOST_LOCKS = 20_000;

    private final Map<LockId, Second> seconds = LastUsed.atMost(MOST_LOCKS);
    private final int most;

    /** @param most how many of a lock in a second are recorded */
    HoldRates(int most) {
        this.most = most;
    }

    private record Second(long number, int ends) {}

    /** Whether the lock has had more ends in this second than are recorded, counting this one. */
    boolean isTooMany(LockId lock, Instant end) {
        long now = end.getEpochSecond();
        Second second = seconds.merge(
                lock, new Second(now, 1), (last, unused) -> new Second(now, last.number == now ? last.ends + 1 : 1));
        return second.ends > most;
    }
}
