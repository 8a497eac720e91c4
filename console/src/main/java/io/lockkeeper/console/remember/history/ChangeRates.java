package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.loops.LastUsed;
import io.lockkeeper.console.ground.mongodb.HeapShare;
import java.time.Instant;
import java.util.Map;

/** Counts the changes of locks, by the events' own times. Used by one thread. */
final class ChangeRates {

    /** How many locks are counted, fewer in a small heap; those that change often are among the last that changed. */
    private static final int MOST_LOCKS = HeapShare.entries(20_000, 8 << 10);

    private final Map<String, Second> seconds = LastUsed.atMost(MOST_LOCKS);
    private final int most;

    /** @param most more changes a second are too many */
    ChangeRates(int most) {
        this.most = most;
    }

    private record Second(long number, int changes, int before) {

        Second counted(long now) {
            if (now <= number) {
                return new Second(number, changes + 1, before);
            }
            return new Second(now, 1, now == number + 1 ? changes : 0);
        }
    }

    void changed(String lock, Instant at) {
        long now = at.getEpochSecond();
        seconds.merge(lock, new Second(now, 1, 0), (known, unused) -> known.counted(now));
    }

    /** Whether it changed more often in the second of its last change, or in the one before. */
    boolean isTooOften(String lock) {
        Second last = seconds.get(lock);
        return last != null && (last.changes > most || last.before > most);
    }
}
