package io.lockkeeper.console.api;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * How many evictions and pauses each user may ask for through the API: so many at once, and as many a minute. A script that has gone wrong
 * does not evict every holder there is, or pause every lock. Thread-safe.
 */
@Component
final class EvictionRate {

    private final Map<String, Bucket> buckets = new HashMap<>();
    private final int most;
    private final long nanosEach;
    private final LongSupplier ticker;

    @Autowired
    EvictionRate(@Value("${lockkeeper.api.evictions-per-minute:30}") int most) {
        this(most, System::nanoTime);
    }

    EvictionRate(int most, LongSupplier ticker) {
        if (most < 1) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "lockkeeper.api.evictions-per-minute is %d; it must be at least 1", most));
        }
        this.most = most;
        this.nanosEach = Duration.ofMinutes(1).toNanos() / most;
        this.ticker = ticker;
    }

    /** @throws ProblemException if the user has to wait */
    void require(String user) {
        Duration wait = take(user);
        if (wait.isPositive()) {
            throw new ProblemException(
                            HttpStatus.TOO_MANY_REQUESTS,
                            "You have asked for too many evictions or pauses within a minute. Nothing was changed.")
                    .retryAfter(wait);
        }
    }

    /** Zero if the user may do it now, which counts; else how long to wait. */
    synchronized Duration take(String user) {
        long now = ticker.getAsLong();
        Bucket bucket = buckets.computeIfAbsent(user, unused -> new Bucket(nanosEach * most, now));
        bucket.left = Math.min(nanosEach * most, bucket.left + now - bucket.at);
        bucket.at = now;
        if (bucket.left < nanosEach) {
            return Duration.ofNanos(nanosEach - bucket.left);
        }
        bucket.left -= nanosEach;
        return Duration.ZERO;
    }

    /** The rest of a minute's time, of which each eviction takes a part. */
    private static final class Bucket {

        private long left;
        private long at;

        Bucket(long left, long at) {
            this.left = left;
            this.at = at;
        }
    }
}
