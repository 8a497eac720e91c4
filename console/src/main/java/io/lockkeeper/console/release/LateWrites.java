package io.lockkeeper.console.release;

import com.mongodb.MongoException;
import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.End;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.audit.AuditLog;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.board.Worker;
import io.lockkeeper.console.cluster.Clusters;
import io.lockkeeper.console.dialect.Acquisition;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.Dialects;
import io.lockkeeper.console.dialect.OwnDialect;
import io.lockkeeper.console.release.Releasing.Answer;
import io.lockkeeper.console.source.ForeignChange;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.SourceBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Watches each lock of another library that was evicted for a quarter of an hour, and records whether its old holder wrote to
 * it in that time: evictions of this console from their first moment, those of others and of consoles that died from their
 * records. Thread-safe.
 */
@Component
public class LateWrites implements ForeignChange.Listener, SmartLifecycle {

    public static final Duration WATCHED = Duration.ofMinutes(15);

    private static final Logger LOG = LoggerFactory.getLogger(LateWrites.class);
    private static final int MOST = 500;
    private static final long TICK_MILLIS = 1_000;
    private static final Duration SEARCH_EVERY = Duration.ofSeconds(15);

    private final Worker ticking = new Worker("late-writes", this::tick, TICK_MILLIS);
    private final Map<String, Watched> watched = new ConcurrentHashMap<>();
    private final Map<AuditEntry, Result> unrecorded = new ConcurrentHashMap<>();
    private final AuditLog log;
    private final Clusters clusters;
    private final Dialects dialects;
    private final ServerClock clock;
    private Instant nextSearch = Instant.EPOCH;

    LateWrites(AuditLog log, Clusters clusters, Dialects dialects, ServerClock clock) {
        this.log = log;
        this.clusters = clusters;
        this.dialects = dialects;
        this.clock = clock;
    }

    /** One eviction; its watch is used under its own lock. */
    private static final class Watched {

        final AuditEntry entry;
        final Instant since;
        final LateWriteWatch watch;
        volatile @Nullable Instant late;
        volatile boolean recorded;

        Watched(AuditEntry entry, Instant since, LateWriteWatch watch) {
            this.entry = entry;
            this.since = since;
            this.watch = watch;
            End end = entry.end();
            if (end != null) {
                recorded = true;
                late = end.kind() == End.Kind.LATE_WRITE ? end.at() : null;
            }
        }

        boolean isOf(String source, ForeignChange change) {
            return source.equals(entry.place().source())
                    && change.after()
                            .or(change::before)
                            .filter(lock -> lock.name().equals(entry.lock()))
                            .isPresent();
        }

        synchronized boolean isLate(ForeignChange change) {
            return watch.isLate(change);
        }

        Instant until() {
            return since.plus(WATCHED);
        }
    }

    /** Takes MongoDB's answer: whether the lock was changed, and when. */
    void begin(AuditEntry entry, Answer answer) {
        BsonTimestamp changedAt = answer.changedAt();
        if (changedAt != null) {
            watch(entry, answer.result(), changedAt);
        }
    }

    /** The audit does not have the answer yet. */
    void recordLater(AuditEntry entry, Result result) {
        unrecorded.put(entry, result);
    }

    /** Whether an eviction that this console knows of ended the acquisition. */
    public boolean isEvicted(String source, Acquisition acquisition) {
        String ended = acquisition.text();
        return watched.values().stream()
                .anyMatch(it -> source.equals(it.entry.place().source()) && ended.equals(it.entry.acquirer()));
    }

    /** Those that were seen within the last quarter of an hour. */
    public List<LateWrite> seen() {
        return watched.values().stream()
                .flatMap(it -> Optional.ofNullable(it.late).map(at -> told(it.entry, at)).stream())
                .toList();
    }

    /** The late writes after one eviction; empty while there are none. */
    Optional<Instant> seen(String entry) {
        return Optional.ofNullable(watched.get(entry)).map(it -> it.late);
    }

    private static LateWrite told(AuditEntry entry, Instant at) {
        return new LateWrite(entry.id(), entry.place().source(), entry.lock(), entry.holder(), entry.at(), at);
    }

    @Override
    public void changed(LockSource source, SourceBoard board, ForeignChange change) {
        for (Watched it : watched.values()) {
            if (it.late == null && it.isOf(source.id(), change) && it.isLate(change)) {
                it.late = own(source.cluster(), change.at());
                LOG.warn(
                        "The old holder of an evicted lock wrote to it: source={} lock={} holder={}",
                        source.id(),
                        it.entry.lock(),
                        it.entry.holder());
            }
        }
    }

    /** Converts a moment of a cluster's clock to that of the console's own cluster, which all records use. */
    private Instant own(@Nullable String cluster, Instant moment) {
        return moment.plus(clusters.find(cluster).map(it -> it.behind(clock)).orElse(Duration.ZERO));
    }

    private void tick() {
        try {
            Instant now = clock.now();
            unrecorded.forEach((entry, result) -> {
                log.conclude(entry, result);
                unrecorded.remove(entry);
            });
            search(now);
            watched.values().forEach(it -> record(it, now));
            watched.values().removeIf(it -> it.recorded && now.isAfter(kept(it)));
        } catch (DataAccessException | MongoException e) {
            LOG.debug("Late writes cannot be recorded for now; the console tries again", e);
        }
    }

    private static Instant kept(Watched it) {
        Instant late = it.late;
        return late == null ? it.until() : late.plus(WATCHED);
    }

    private void record(Watched it, Instant now) {
        Instant late = it.late;
        if (it.recorded || (late == null && now.isBefore(it.until()))) {
            return;
        }
        log.end(
                it.entry,
                late == null
                        ? new End(now, End.Kind.NO_LATE_WRITE, WATCHED)
                        : new End(late, End.Kind.LATE_WRITE, Duration.between(it.since, late)));
        it.recorded = true;
    }

    /** Those of other consoles, and of consoles that died. */
    private void search(Instant now) {
        if (now.isBefore(nextSearch)) {
            return;
        }
        nextSearch = now.plus(SEARCH_EVERY);
        for (AuditEntry entry : log.ofSources(now.minus(WATCHED), MOST)) {
            Result result = entry.result();
            if (result != null && !watched.containsKey(entry.id())) {
                // The second after the answer: what the eviction itself wrote is before it.
                watch(entry, result, after(entry, result.at()));
            }
        }
    }

    private BsonTimestamp after(AuditEntry entry, Instant moment) {
        String cluster = LockSource.clusterOf(entry.place().source());
        Instant there =
                clusters.find(cluster).map(it -> moment.minus(it.behind(clock))).orElse(moment);
        return new BsonTimestamp((int) there.getEpochSecond() + 1, 0);
    }

    private void watch(AuditEntry entry, Result result, BsonTimestamp from) {
        boolean changed = result.outcome() == Outcome.ENDED || result.outcome() == Outcome.MARKED;
        if (changed && !isOurs(entry)) {
            LateWriteWatch watch = new LateWriteWatch(Acquisition.ofText(entry.acquirer()), from, tells(entry));
            watched.putIfAbsent(entry.id(), new Watched(entry, result.at(), watch));
        }
    }

    /** The protocol keeps an evicted holder of ours out; how its lease ends is followed by {@link MarkedLeases}. */
    private static boolean isOurs(AuditEntry entry) {
        return LockSource.dialectOf(entry.place().source()).equals(OwnDialect.ID);
    }

    private boolean tells(AuditEntry entry) {
        return dialects.find(LockSource.dialectOf(entry.place().source()))
                .map(Dialect::tellsAcquisitions)
                .orElse(false);
    }

    @Override
    public void start() {
        ticking.start();
    }

    @Override
    public void stop() {
        ticking.stop();
    }

    @Override
    public boolean isRunning() {
        return ticking.isRunning();
    }
}
