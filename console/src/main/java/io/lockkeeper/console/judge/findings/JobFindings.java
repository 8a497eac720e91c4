package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.holds.Rhythm;
import io.lockkeeper.console.remember.holds.RunLimit;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.JobFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds what is wrong with the jobs behind a source's locks, by their documents and their history at one moment. Ages are counted when they
 * are asked for.
 */
final class JobFindings {

    /** Schedulers start jobs a little late. */
    static final Duration LATE = Duration.ofHours(1);

    /** How long a failed job that does not run again is reported. */
    static final Duration ONCE = Duration.ofDays(1);

    /** How many of a kind are listed; one more finding reports further ones. */
    static final int LISTED = 50;

    private static final int TIMES_P95 = 20;
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int CLOSE_PERCENT = 80;

    private final Instant now;
    private final List<Function<Instant, Detected>> found = new ArrayList<>();
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

    JobFindings(Instant now) {
        this.now = now;
    }

    List<Function<Instant, Detected>> all() {
        return List.copyOf(found);
    }

    void overdue(JobFacts job) {
        job.nextRun()
                .ifPresent(due -> add(Kind.JOB_OVERDUE, job.lock(), asked -> {
                    String was =
                            "its next run was due %s ago, at %s, and nothing runs it. A job counts as not run an hour after that."
                                    .formatted(since(due, asked), Formats.exact(due));
                    return job.lastRun()
                            .map(last -> "It has not run for %s: %s".formatted(since(last, asked), was))
                            .orElseGet(() -> "It has not run: " + was);
                }));
    }

    void failed(JobFacts job) {
        job.failed().ifPresent(at -> {
            String count = job.failures().isPresent()
                    ? String.format(
                            Locale.ROOT,
                            " Failed runs, as its library counts them: %,d.",
                            job.failures().getAsLong())
                    : "";
            String why = job.reason().isBlank()
                    ? " " + (job.unknown().isEmpty() ? "No reason is stored." : job.unknown())
                    : " The reason: “%s”".formatted(Formats.visible(job.reason()));
            add(
                    Kind.JOB_FAILED,
                    job.lock(),
                    asked -> "It failed %s ago, at %s.%s%s".formatted(since(at, asked), Formats.exact(at), count, why));
        });
    }

    /** A lock whose documents name no next run is judged by how often it was acquired. */
    void silent(DialectLock lock, Rhythm rhythm) {
        lock.acquired()
                .filter(last -> rhythm.silence(last, now).isPresent())
                .ifPresent(last -> add(
                        Kind.JOB_OVERDUE,
                        lock.name(),
                        asked ->
                                "It has not run for %s. By the last %s intervals on record it runs at least every %s; three times that, and an hour, count as too long."
                                        .formatted(
                                                since(last, asked),
                                                rhythm.intervals(),
                                                Formats.lasted(rhythm.longestInterval()))));
    }

    /** @param called what the library calls the time after which the lock is free */
    void limit(DialectLock lock, Rhythm rhythm, Optional<RunLimit> known, String called) {
        if (known.isEmpty() || !rhythm.tellsRuns()) {
            return;
        }
        RunLimit limit = known.get();
        Duration length = limit.length();
        Duration close = length.multipliedBy(CLOSE_PERCENT).dividedBy(100);
        if (rhythm.longestRun().compareTo(close) >= 0 && !limit.extended()) {
            String said = times(rhythm, length, called) + " From 80 % on it counts as too short.";
            add(Kind.LIMIT_SHORT, lock.name(), asked -> said);
        } else if (length.compareTo(LONG) > 0 && length.compareTo(rhythm.p95().multipliedBy(TIMES_P95)) > 0) {
            String said = times(rhythm, length, called)
                    + " More than 20 times what 95 of 100 take, and 10 min, count as too long.";
            add(Kind.LIMIT_LONG, lock.name(), asked -> said);
        }
    }

    private static String times(Rhythm rhythm, Duration length, String called) {
        return "%s is %s. Of the last %s holds the longest took %s, and 95 of 100 less than %s."
                .formatted(
                        called,
                        Formats.lasted(length),
                        rhythm.runs(),
                        Formats.lasted(rhythm.longestRun()),
                        Formats.lasted(rhythm.p95()));
    }

    private void add(Kind kind, String lock, Function<Instant, String> evidence) {
        int count = counts.merge(kind, 1, Integer::sum);
        if (count <= LISTED) {
            found.add(asked -> new Detected(kind, lock, "", evidence.apply(asked)));
        } else if (count == LISTED + 1) {
            found.add(asked -> new Detected(kind, null, "more", "More jobs than these " + LISTED + "."));
        }
    }

    private static String since(Instant then, Instant asked) {
        return Formats.duration(Duration.between(then, asked));
    }
}
