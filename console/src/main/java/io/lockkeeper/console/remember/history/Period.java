package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.remember.history.Usual.Quantiles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What was recorded and counted of a lock in one of several equal times.
 *
 * @param grants how many leases were granted in it
 * @param waiters how many waited behind a lease that was only counted, at most
 * @param held how long leases that ended in it were held, or null for none
 * @param waited how long leases that were granted in it had waited, or null if that is known of none
 */
public record Period(
        Instant from,
        long grants,
        int waiters,
        @Nullable Quantiles held,
        @Nullable Quantiles waited) {

    private static final long[] STEPS = {1, 5, 10, 30, 60, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400};
    private static final long MINUTE = 60;

    /** The step for at most so many in the time, so that each counted minute lies in one. */
    public static Duration step(Instant from, Instant until, int most, boolean counted) {
        long span = Math.max(1, Duration.between(from, until).toSeconds());
        long step = LongStream.of(STEPS)
                .filter(each -> each >= MINUTE || !counted)
                .filter(each -> span / each < most)
                .findFirst()
                .orElse(Math.ceilDiv(span, most * STEPS[STEPS.length - 1]) * STEPS[STEPS.length - 1]);
        return Duration.ofSeconds(step);
    }

    /**
     * The periods from the one that holds {@code from} to the one that holds {@code until}. They begin at multiples of their length, by the
     * hours of UTC, of which no day has one twice or none.
     */
    public static List<Period> of(
            List<LeaseRecord> leases, List<Digest> counted, Instant from, Instant until, Duration step) {
        long length = step.toSeconds();
        long first = Math.floorDiv(from.getEpochSecond(), length);
        long last = Math.max(first, Math.floorDiv(until.getEpochSecond(), length));
        List<Sum> sums = new ArrayList<>();
        for (long i = first; i <= last; i++) {
            sums.add(new Sum(Instant.ofEpochSecond(i * length)));
        }
        for (LeaseRecord lease : leases) {
            Sum granted = at(sums, lease.began(), first, length);
            if (granted != null) {
                granted.granted(lease);
            }
            Sum ended = lease.endedAt() == null ? null : at(sums, lease.endedAt(), first, length);
            if (ended != null) {
                ended.ended(lease);
            }
        }
        for (Digest digest : counted) {
            Sum sum = at(sums, digest.key().minute(), first, length);
            if (sum != null) {
                sum.add(digest);
            }
        }
        return sums.stream().map(Sum::period).toList();
    }

    private static @Nullable Sum at(List<Sum> sums, Instant moment, long first, long length) {
        long index = Math.floorDiv(moment.getEpochSecond(), length) - first;
        return index < 0 || index >= sums.size() ? null : sums.get((int) index);
    }

    private static final class Sum {

        private final Instant from;
        private final LengthTally held = LengthTally.empty();
        private final LengthTally waited = LengthTally.empty();
        private long grants;
        private int waiters;

        Sum(Instant from) {
            this.from = from;
        }

        void granted(LeaseRecord lease) {
            grants++;
            lease.waited().ifPresent(time -> waited.add(time.toMillis()));
        }

        void ended(LeaseRecord lease) {
            lease.held().ifPresent(time -> held.add(time.toMillis()));
        }

        void add(Digest digest) {
            grants += digest.leases();
            waiters = Math.max(waiters, digest.waiters());
            held.add(digest.held());
            waited.add(digest.waited());
        }

        Period period() {
            return new Period(from, grants, waiters, Quantiles.of(held.lengths()), Quantiles.of(waited.lengths()));
        }
    }
}
