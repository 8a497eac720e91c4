package io.lockkeeper.console.facets.jobs;

import io.lockkeeper.console.remember.holds.LockJob;
import io.lockkeeper.console.remember.holds.Rhythm;
import io.lockkeeper.console.remember.holds.RunLimit;
import io.lockkeeper.console.watch.dialect.JobFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The job behind a lock of another library; what is not known of it is null.
 *
 * @param lastRun when it began to run last, or else when its lock was acquired last
 * @param nextRun when it is to run next
 * @param finished when a run ended last
 * @param failed when a run failed last
 * @param lastRunFailed whether that is the run that ended last
 * @param failures how many runs failed, as its library counts them
 * @param reason why the last one did, at most 300 characters
 * @param off whether it is switched off
 * @param unknown why its document was not read; null if it was, or there is none
 * @param usualRunMillis how long half of its runs take at most, by 20 of them or more
 * @param longestRunMillis how long the longest of them took
 * @param usualIntervalMillis the longest of its last intervals, by 5 of them or more
 * @param limitMillis after what time its library takes the lock for free
 */
record JobFields(
        @Nullable Instant lastRun,
        @Nullable Instant nextRun,
        @Nullable Instant finished,
        @Nullable Instant failed,
        @Nullable Boolean lastRunFailed,
        @Nullable Long failures,
        @Nullable String reason,
        @Nullable Boolean off,
        @Nullable String unknown,
        @Nullable Long usualRunMillis,
        @Nullable Long longestRunMillis,
        @Nullable Long usualIntervalMillis,
        @Nullable Long limitMillis) {

    static JobFields of(LockJob job) {
        Optional<JobFacts> told = job.told();
        Optional<JobFacts> failing = told.filter(it -> job.rule().tellsFailures())
                .filter(it -> it.unknown().isEmpty() || it.failed().isPresent());
        Optional<Rhythm> runs = Optional.of(job.rhythm()).filter(Rhythm::tellsRuns);
        return new JobFields(
                job.lastRun().orElse(null),
                told.flatMap(JobFacts::nextRun).orElse(null),
                told.flatMap(JobFacts::finished).orElse(null),
                told.flatMap(JobFacts::failed).orElse(null),
                failing.map(JobFacts::hasFailed).orElse(null),
                failing.map(JobFacts::failures)
                        .filter(count -> count.isPresent())
                        .map(count -> count.getAsLong())
                        .orElse(null),
                told.map(JobFacts::reason).filter(why -> !why.isEmpty()).orElse(null),
                told.filter(it -> job.rule().tellsNextRun()).map(JobFacts::off).orElse(null),
                job.unknown().isEmpty() ? null : job.unknown(),
                runs.map(it -> it.median().toMillis()).orElse(null),
                runs.map(it -> it.longestRun().toMillis()).orElse(null),
                job.rhythm().usualInterval().map(Duration::toMillis).orElse(null),
                job.limit().map(RunLimit::length).map(Duration::toMillis).orElse(null));
    }
}
