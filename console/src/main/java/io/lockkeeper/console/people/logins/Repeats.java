package io.lockkeeper.console.people.logins;

import io.lockkeeper.console.ground.loops.LastUsed;
import io.lockkeeper.console.people.security.LoginAttempted;
import io.lockkeeper.console.people.security.LoginAttempted.Outcome;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which attempts are like one that was recorded a moment ago: refusals within a pause for a minute, and a program's logins with
 * every request for an hour, as its refusals where what it sends was right once. Anything else counts as new each time.
 * Thread-safe.
 */
final class Repeats {

    private static final int MOST_KEYS = 10_000;
    private static final long PAUSED_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long PROGRAM_NANOS = Duration.ofHours(1).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Count> counts = LastUsed.atMost(MOST_KEYS);
    private final LongSupplier ticker;

    Repeats(LongSupplier ticker) {
        this.ticker = ticker;
    }

    Seen seen(LoginAttempted login) {
        long lasts = lasts(login);
        if (lasts == 0) {
            return new Seen(true, 0);
        }
        String key = login.outcome() + "\n" + login.address()
                + (isPause(login) ? "" : "\n" + login.user() + "\n" + login.entry());
        lock.lock();
        try {
            return count(key, ticker.getAsLong(), lasts);
        } finally {
            lock.unlock();
        }
    }

    private Seen count(String key, long now, long lasts) {
        @Nullable Count known = counts.get(key);
        if (known != null && now - known.since < lasts) {
            known.repeats++;
            return new Seen(false, 0);
        }
        counts.put(key, new Count(now));
        return new Seen(true, known == null ? 0 : known.repeats);
    }

    private static boolean isPause(LoginAttempted login) {
        return login.outcome() == Outcome.PAUSED;
    }

    private static long lasts(LoginAttempted login) {
        if (isPause(login)) {
            return PAUSED_NANOS;
        }
        boolean repeated = login.outcome() == Outcome.SUCCEEDED || login.outcome() == Outcome.VOID;
        return repeated && login.isByProgram() ? PROGRAM_NANOS : 0;
    }

    /**
     * @param isNew whether it is to be recorded
     * @param before how many like it were left out before it
     */
    record Seen(boolean isNew, int before) {

        String words() {
            return before == 0 ? "" : String.format(Locale.ROOT, ", and %,d times before", before);
        }
    }

    private static final class Count {

        private final long since;
        private int repeats;

        Count(long since) {
            this.since = since;
        }
    }
}
