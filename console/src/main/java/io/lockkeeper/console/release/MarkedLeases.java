package io.lockkeeper.console.release;

import com.mongodb.MongoException;
import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.End;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.audit.AuditLog;
import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.board.Worker;
import io.lockkeeper.console.cluster.Clusters;
import io.lockkeeper.console.dialect.Acquisition;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.dialect.OwnDialect;
import io.lockkeeper.console.dialect.OwnLease;
import io.lockkeeper.console.source.ForeignChange;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.SourceBoard;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Follows each evicted lease of a source of Lockkeeper's own locks until its document shows how the lease ended, and records
 * the end. It knows this console's evictions from their first moment, and those of other consoles from their records.
 * Thread-safe.
 */
@Component
public class MarkedLeases implements ForeignChange.Listener, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(MarkedLeases.class);
    private static final int MOST = 500;
    private static final long TICK_MILLIS = 1_000;
    private static final Duration SEARCH_EVERY = Duration.ofSeconds(15);
    private static final Duration SEARCHED = Duration.ofMinutes(30);
    /** How long one that has ended is kept for the dialog that shows it. */
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final Worker ticking = new Worker("marked-leases", this::tick, TICK_MILLIS);
    private final Map<String, Marked> followed = new ConcurrentHashMap<>();
    private final Map<String, SourceBoard> boards = new ConcurrentHashMap<>();
    private final AuditLog log;
    private final Clusters clusters;
    private final ServerClock clock;
    private Instant nextSearch = Instant.EPOCH;

    MarkedLeases(AuditLog log, Clusters clusters, ServerClock clock) {
        this.log = log;
        this.clusters = clusters;
        this.clock = clock;
    }

    /**
     * One eviction.
     *
     * @param state where it stands; a final one stays
     * @param recorded whether its end is in the audit
     */
    private record Marked(AuditEntry entry, EvictionState state, Instant since, boolean recorded) {

        /** Takes what the document shows; a stale one shows the lease without its mark, and is ignored. */
        Marked saw(Optional<LockDocument> lock, Instant now) {
            return state.isFinal()
                    ? this
                    : new Marked(entry, shown(entry, lock, now).orElse(state), since, recorded);
        }

        boolean isOf(String source, String lock) {
            return source.equals(entry.place().source()) && lock.equals(entry.lock());
        }
    }

    /** MongoDB has answered. */
    void begin(AuditEntry entry, Result result) {
        boolean ours = LockSource.dialectOf(entry.place().source()).equals(OwnDialect.ID);
        if (ours) {
            begun(entry, result)
                    .ifPresent(state -> followed.putIfAbsent(
                            entry.id(), new Marked(entry, state, result.at(), entry.end() != null)));
        }
    }

    private static Optional<EvictionState> begun(AuditEntry entry, Result result) {
        return switch (result.outcome()) {
            case MARKED -> {
                Eviction mark = new Eviction(entry.actors(), entry.reason(), result.at(), Instant.MAX);
                yield Optional.of(new EvictionState.Quarantine(mark, Instant.MAX));
            }
            case ENDED -> Optional.of(new EvictionState.Removed());
            default -> Optional.empty();
        };
    }

    /** The state of the eviction with this id; empty if it is unknown, or ended long ago. */
    Optional<EvictionState> state(String entry) {
        return Optional.ofNullable(followed.get(entry)).map(Marked::state);
    }

    @Override
    public void readAnew(LockSource source, SourceBoard board) {
        if (source.dialect().equals(OwnDialect.ID)) {
            boards.put(source.id(), board);
        }
    }

    /** The release that stands in the document is the last one: a later look may find another. */
    @Override
    public void changed(LockSource source, SourceBoard board, ForeignChange change) {
        if (!followed.isEmpty() && change.id() instanceof BsonString lock) {
            Optional<LockDocument> now = change.after().flatMap(ForeignLock::own);
            followed.replaceAll((id, it) -> it.isOf(source.id(), lock.getValue()) ? it.saw(now, change.at()) : it);
        }
    }

    private static Optional<EvictionState> shown(AuditEntry entry, Optional<LockDocument> lock, Instant now) {
        Acquisition evicted = Acquisition.ofText(entry.acquirer());
        Optional<Holder> lease = lock.flatMap(it -> OwnLease.in(it, evicted));
        return lease.isPresent()
                ? lease.flatMap(it -> EvictionState.of(it, now))
                : lock.flatMap(it -> OwnLease.lastEnd(it, evicted))
                        .flatMap(EvictionState::of)
                        .or(() -> Optional.of(new EvictionState.Unknown()));
    }

    private void tick() {
        try {
            Instant now = clock.now();
            search(now);
            followed.values().forEach(it -> look(it.entry()));
            followed.values().stream()
                    .filter(it -> it.state().isFinal() && !it.recorded())
                    .forEach(it -> record(it, now));
            followed.values()
                    .removeIf(it -> it.recorded() && now.isAfter(it.since().plus(KEPT)));
        } catch (DataAccessException | MongoException e) {
            LOG.debug("What became of evicted leases cannot be recorded for now; the console tries again", e);
        }
    }

    /** Needed although nothing is written: quarantines and leases end by time. */
    private void look(AuditEntry entry) {
        SourceBoard board = boards.get(entry.place().source());
        if (board != null) {
            Optional<LockDocument> lock =
                    board.find(new BsonString(entry.lock())).flatMap(ForeignLock::own);
            followed.computeIfPresent(entry.id(), (id, it) -> it.saw(lock, there(entry)));
        }
    }

    private Instant there(AuditEntry entry) {
        return clusters.find(LockSource.clusterOf(entry.place().source()))
                .map(cluster -> cluster.clock().now())
                .orElseGet(clock::now);
    }

    private void record(Marked it, Instant now) {
        log.end(it.entry(), end(it.state(), now));
        followed.computeIfPresent(
                it.entry().id(), (id, latest) -> new Marked(it.entry(), it.state(), latest.since(), true));
    }

    private static End end(EvictionState state, Instant now) {
        return switch (state) {
            case EvictionState.Stopped stopped -> new End(now, End.Kind.STOPPED, stopped.after());
            case EvictionState.NeverConfirmed never -> new End(now, End.Kind.NEVER_CONFIRMED, Duration.ZERO);
            case EvictionState.Removed removed -> new End(now, End.Kind.REMOVED, Duration.ZERO);
            default -> new End(now, End.Kind.UNKNOWN, Duration.ZERO);
        };
    }

    /** Those of other consoles, and of consoles that died. */
    private void search(Instant now) {
        if (!now.isBefore(nextSearch)) {
            nextSearch = now.plus(SEARCH_EVERY);
            log.ofSources(now.minus(SEARCHED), MOST).stream()
                    .filter(entry -> entry.end() == null && entry.result() != null)
                    .forEach(entry -> begin(entry, Objects.requireNonNull(entry.result())));
        }
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
