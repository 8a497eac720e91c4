package io.lockkeeper.console.watch.source;

import com.mongodb.MongoException;
import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.console.watch.dialect.JobFacts;
import io.lockkeeper.console.watch.dialect.JobRule;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * The jobs behind the held locks of a list, while it is shown: read together, never lock by lock, and cached for a minute. Where the board
 * knows as much, MongoDB is not asked. Thread-safe.
 */
@Component
public class ListedJobs {

    /** How many locks of a source are asked for, those held longest. */
    static final int MOST = 2_000;

    private static final int TOGETHER = 200;
    /** After this time, no further query is sent. */
    private static final Duration LONGEST = Duration.ofSeconds(4);

    private static final Duration KEPT = Duration.ofMinutes(1);
    /** Takes a fiftieth of one server's core. */
    private static final Rest REST = new Rest(50, Duration.ofSeconds(5), Duration.ofSeconds(30));

    private static final String PART = String.format(
            Locale.ROOT,
            "There are too many jobs to read them all: those of %,d locks at most are, in a few seconds.",
            MOST);

    private final Map<String, Reading> readings = new ConcurrentHashMap<>();
    private final JobReader reader;

    ListedJobs(JobReader reader) {
        this.reader = reader;
    }

    /**
     * The known jobs of a source.
     *
     * @param facts by the names of their locks
     * @param unknown why that is not all, as a sentence; empty if it is
     */
    public record Known(Map<String, JobFacts> facts, String unknown) {

        public static final Known NOTHING = new Known(Map.of(), "");

        public Optional<JobFacts> of(String lock) {
            return Optional.ofNullable(facts.get(lock));
        }
    }

    /** The last read of one source, and whether another one is under way. */
    private static final class Reading {

        private final AtomicBoolean underWay = new AtomicBoolean();
        private volatile long wantedAt = System.nanoTime();
        private volatile long nextAt = System.nanoTime();
        private volatile Known known = new Known(Map.of(), "Not read yet.");

        boolean begins() {
            wantedAt = System.nanoTime();
            return wantedAt - nextAt >= 0 && underWay.compareAndSet(false, true);
        }

        boolean isForgotten(long now) {
            return now - wantedAt > KEPT.toNanos() && !underWay.get();
        }
    }

    /** The jobs that are known by now; never waits, and has them read again if that is due. */
    Known known(Watched source) {
        return rule(source)
                .map(rule -> {
                    Reading reading = reading(source);
                    if (reading.begins()) {
                        Thread.startVirtualThread(
                                () -> Resilient.run("jobs of a list", () -> read(source, rule, reading), cause -> {}));
                    }
                    return reading.known;
                })
                .orElse(Known.NOTHING);
    }

    /** The same, which waits for MongoDB if it is time to read it again and nothing does. */
    Known read(Watched source) {
        return rule(source)
                .map(rule -> {
                    Reading reading = reading(source);
                    if (reading.begins()) {
                        read(source, rule, reading);
                    }
                    return reading.known;
                })
                .orElse(Known.NOTHING);
    }

    private Reading reading(Watched source) {
        long now = System.nanoTime();
        readings.values().removeIf(each -> each.isForgotten(now));
        return readings.computeIfAbsent(source.source().id(), id -> new Reading());
    }

    private static Optional<JobRule> rule(Watched source) {
        return source.dialect().flatMap(dialect -> dialect.job()).filter(JobRule::tellsMoreThanLocks);
    }

    private void read(Watched source, JobRule rule, Reading reading) {
        long began = System.nanoTime();
        try {
            reading.known =
                    source.board().map(board -> read(source, rule, board)).orElse(Known.NOTHING);
        } catch (MongoException e) {
            reading.known = new Known(reading.known.facts(), reader.why(source.source(), e));
        } finally {
            reading.nextAt = System.nanoTime() + REST.since(began).toNanos();
            reading.underWay.set(false);
        }
    }

    private Known read(Watched source, JobRule rule, Board board) {
        List<String> names = Stream.of(State.EXPIRED, State.HELD)
                .flatMap(state -> board.in(state, source.asOf(), MOST + 1).stream())
                .map(Lock::name)
                .distinct()
                .limit(MOST + 1L)
                .toList();
        long began = System.nanoTime();
        Map<String, JobFacts> facts = new HashMap<>();
        int read = 0;
        while (read < Math.min(MOST, names.size()) && System.nanoTime() - began < LONGEST.toNanos()) {
            List<String> some = names.subList(read, Math.min(read + TOGETHER, Math.min(MOST, names.size())));
            reader.ofAll(source.source(), rule, some).forEach(job -> facts.put(job.lock(), job));
            read += some.size();
        }
        return new Known(Map.copyOf(facts), read < names.size() ? PART : "");
    }
}
