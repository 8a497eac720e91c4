package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.LeaseRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How often a lock is acquired, and how long its runs take, by its newest leases that have ended. A hold that expired has no known length:
 * its holder may have died, or have worked on.
 *
 * @param intervals how many times between two acquisitions are known
 * @param longestInterval the longest of them; zero if none is known
 * @param runs of how many runs that ended with a release it is known how long they took
 * @param median of these
 * @param p95 95 of 100 of these took less
 * @param longestRun the longest of these
 */
public record Rhythm(
        int intervals, Duration longestInterval, int runs, Duration median, Duration p95, Duration longestRun) {

    /** Fewer intervals say nothing of how often a lock is acquired. */
    public static final int ENOUGH_INTERVALS = 5;
    /** Fewer runs say nothing of how long they usually take. */
    public static final int ENOUGH_RUNS = 20;

    public static final Rhythm UNKNOWN = new Rhythm(0, Duration.ZERO, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private static final int TIMES_LONGEST = 3;
    private static final Duration SHORTEST_GAP = Duration.ofHours(1);

    static Rhythm of(List<LeaseRecord> newest) {
        List<Instant> starts = newest.stream()
                .filter(lease -> lease.endedAt() != null)
                .map(LeaseRecord::grantedAt)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
        Duration longest = IntStream.range(1, starts.size())
                .mapToObj(i -> Duration.between(starts.get(i - 1), starts.get(i)))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        List<Duration> runs = newest.stream()
                .filter(lease -> lease.ending() == Ending.RELEASED)
                .flatMap(lease -> lease.held().stream())
                .sorted()
                .toList();
        return new Rhythm(
                Math.max(0, starts.size() - 1),
                longest,
                runs.size(),
                at(runs, 50),
                at(runs, 95),
                runs.isEmpty() ? Duration.ZERO : runs.getLast());
    }

    private static Duration at(List<Duration> sorted, int percent) {
        return sorted.isEmpty()
                ? Duration.ZERO
                : sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }

    /** The longest usual time between two acquisitions, if enough are known. */
    public Optional<Duration> usualInterval() {
        return intervals < ENOUGH_INTERVALS ? Optional.empty() : Optional.of(longestInterval);
    }

    /** Whether enough runs are known for their usual length. */
    public boolean tellsRuns() {
        return runs >= ENOUGH_RUNS;
    }

    /** How long it has not been acquired, if that is far longer than usual. */
    public Optional<Duration> silence(Instant lastAcquired, Instant now) {
        Duration gap = Duration.between(lastAcquired, now);
        return usualInterval()
                .filter(usual ->
                        gap.compareTo(SHORTEST_GAP) >= 0 && gap.compareTo(usual.multipliedBy(TIMES_LONGEST)) > 0)
                .map(usual -> gap);
    }
}
