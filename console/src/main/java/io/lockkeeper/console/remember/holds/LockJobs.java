package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.JobRule;
import io.lockkeeper.console.watch.source.JobReader;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Finds what is known of the job behind one lock. Waits for MongoDB. */
@Component
public class LockJobs {

    private static final int NEWEST = 100;

    private final JobReader reader;
    private final History history;
    private final RunLimits limits;

    LockJobs(JobReader reader, History history, RunLimits limits) {
        this.reader = reader;
        this.history = history;
        this.limits = limits;
    }

    /** Empty if the library has locks without jobs. */
    public Optional<LockJob> of(Watched source, String lock) {
        return rule(source)
                .map(rule -> of(
                        source,
                        rule,
                        lock,
                        history.newestOf(new LockId(source.source().id(), lock), NEWEST)));
    }

    private LockJob of(Watched source, JobRule rule, String lock, List<LeaseRecord> newest) {
        JobReader.Answer answer = reader.of(source.source(), rule, lock);
        return new LockJob(
                rule,
                answer.facts(),
                answer.unknown(),
                acquired(source, lock, newest),
                Rhythm.of(newest),
                limits.of(new LockId(source.source().id(), lock)));
    }

    private static Optional<Instant> acquired(Watched source, String lock, List<LeaseRecord> newest) {
        Stream<Instant> now = source
                .board()
                .flatMap(board -> board.find(lock))
                .map(found -> found.facts())
                .flatMap(DialectLock::acquired)
                .stream();
        Stream<Instant> then = newest.stream()
                .map(LeaseRecord::grantedAt)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull);
        return Stream.concat(now, then).max(Comparator.naturalOrder());
    }

    private static Optional<JobRule> rule(Watched source) {
        return source.dialect().flatMap(Dialect::job);
    }
}
