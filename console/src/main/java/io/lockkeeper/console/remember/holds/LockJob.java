package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.JobFacts;
import io.lockkeeper.console.watch.dialect.JobRule;
import io.lockkeeper.console.watch.source.ListedJobs;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of the job behind a lock.
 *
 * @param rule what documents of its library can show
 * @param told what its document shows; empty if it has none, or that is unknown
 * @param unknown why nothing is known of its document, or less than usual, as a sentence; empty if that was read
 * @param acquired when its lock was acquired last, as far as is known
 * @param rhythm how often that is, and how long it takes
 * @param limit after what time its library takes the lock for free
 */
public record LockJob(
        JobRule rule,
        Optional<JobFacts> told,
        String unknown,
        Optional<Instant> acquired,
        Rhythm rhythm,
        Optional<RunLimit> limit) {

    /** The job of a listed lock, without its history. */
    public static LockJob listed(JobRule rule, ListedJobs.Known known, DialectLock lock) {
        Optional<JobFacts> told = known.of(lock.name());
        String unread = rule.tellsMoreThanLocks() ? known.unknown() : "";
        String unknown = told.map(JobFacts::unknown).orElse(unread);
        return new LockJob(rule, told, unknown, lock.acquired(), Rhythm.UNKNOWN, Optional.empty());
    }

    /** When it last began to run: by its document, or else when its lock was acquired. */
    public Optional<Instant> lastRun() {
        return told.flatMap(JobFacts::lastRun).or(() -> acquired);
    }

    /** Whether there is anything to show. */
    public boolean isThere() {
        return told.isPresent() || acquired.isPresent() || !unknown.isEmpty();
    }
}
