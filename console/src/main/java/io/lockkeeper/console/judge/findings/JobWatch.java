package io.lockkeeper.console.judge.findings;

import com.mongodb.MongoException;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.holds.Rhythm;
import io.lockkeeper.console.remember.holds.Rhythms;
import io.lockkeeper.console.remember.holds.RunLimits;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.console.watch.dialect.JobFacts;
import io.lockkeeper.console.watch.dialect.JobRule;
import io.lockkeeper.console.watch.source.JobReader;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Looks at the jobs behind the locks of sources on a thread of its own, as that asks MongoDB: what it found last is what a pass finds.
 * While MongoDB does not answer, or denies it, that stays. Thread-safe.
 */
@Component
class JobWatch implements RepeatedWork {

    private static final Logger LOG = LoggerFactory.getLogger(JobWatch.class);
    /** The looks may use a fiftieth of one server's core. */
    private static final Rest REST = new Rest(50, Duration.ofSeconds(5), Duration.ofSeconds(30));

    private static final int RHYTHMS_A_LOOK = 300;
    /** How many free and held locks of a source are judged by their history, those acquired last. */
    private static final int JUDGED = 2_000;

    private volatile Duration rest = REST.shortest();
    private final Worker worker = new Worker("jobs", this::look, cause -> {}, () -> rest.toMillis());
    private final Map<String, List<Function<Instant, Detected>>> latest = new ConcurrentHashMap<>();
    private final SourceFeeds feeds;
    private final JobReader reader;
    private final Rhythms rhythms;
    private final RunLimits limits;

    JobWatch(SourceFeeds feeds, JobReader reader, Rhythms rhythms, RunLimits limits) {
        this.feeds = feeds;
        this.reader = reader;
        this.rhythms = rhythms;
        this.limits = limits;
    }

    /** The results of the last look at a source; ages are counted now, not when it was read. */
    List<Detected> found(String source, Instant now) {
        return latest.getOrDefault(source, List.of()).stream()
                .map(each -> each.apply(now))
                .toList();
    }

    private void look() {
        long began = System.nanoTime();
        List<Watched> all = feeds.every();
        all.stream()
                .filter(Watched::isLive)
                .forEach(source -> Resilient.run("jobs of a source", () -> look(source), cause -> {}));
        latest.keySet().retainAll(all.stream().map(each -> each.source().id()).collect(Collectors.toSet()));
        readRhythms();
        rest = REST.since(began);
    }

    private void look(Watched source) {
        source.board()
                .ifPresent(board -> board.dialect().job().ifPresent(rule -> {
                    try {
                        latest.put(source.source().id(), look(source, board, rule));
                    } catch (MongoException e) {
                        LOG.debug(
                                "The jobs of {} cannot be read for now",
                                source.source().id(),
                                e);
                    }
                }));
    }

    private List<Function<Instant, Detected>> look(Watched source, Board board, JobRule rule) {
        Instant now = source.asOf();
        JobFindings found = new JobFindings(now);
        LockSource from = source.source();
        reader.overdue(from, rule, now.minus(JobFindings.LATE), JobFindings.LISTED + 1).stream()
                .filter(job -> !isRunning(board, job, now))
                .forEach(found::overdue);
        reader.failed(from, rule, now.minus(JobFindings.ONCE), JobFindings.LISTED + 1)
                .forEach(found::failed);
        if (!rule.tellsNextRun()) {
            byHistory(source, board, rule, found);
        }
        return found.all();
    }

    private static boolean isRunning(Board board, JobFacts job, Instant now) {
        return board.find(job.lock()).filter(lock -> lock.facts().isTaken(now)).isPresent();
    }

    private void byHistory(Watched source, Board board, JobRule rule, JobFindings found) {
        for (State state : List.of(State.FREE, State.HELD)) {
            board.in(state, source.asOf(), JUDGED).stream()
                    .map(Lock::facts)
                    .forEach(lock -> byHistory(source.source().id(), lock, state, rule, found));
        }
    }

    private void byHistory(String source, DialectLock lock, State state, JobRule rule, JobFindings found) {
        LockId id = new LockId(source, lock.name());
        Rhythm rhythm = rhythms.of(id);
        if (state == State.FREE) {
            found.silent(lock, rhythm);
        }
        rule.atMost().ifPresent(called -> found.limit(lock, rhythm, limits.of(id), called));
    }

    /** Reads the rhythms, without which nothing can be called usual. */
    private void readRhythms() {
        try {
            rhythms.readWanted(RHYTHMS_A_LOOK);
        } catch (DataAccessException e) {
            // the recorder says what is wrong with the history
        }
    }

    @Override
    public Worker worker() {
        return worker;
    }
}
