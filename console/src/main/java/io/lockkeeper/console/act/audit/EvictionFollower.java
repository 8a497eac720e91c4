package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.holds.KnownEvictions;
import io.lockkeeper.console.watch.agents.LateFeed;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionState.HolderLives;
import io.lockkeeper.console.watch.board.EvictionState.NothingChanged;
import io.lockkeeper.console.watch.board.EvictionState.Watched;
import io.lockkeeper.console.watch.board.EvictionState.Why;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Follows each eviction, in any collection, to its end and records it: this console's from the click on, those of other consoles, running
 * or dead, from their records. Changes of boards take effect at once; what they cannot show is read from the lock, and what later leases
 * hide there, from the history. If the lock's document does not show how the holder ended, late writes of it are watched for. Thread-safe,
 * and never waits for MongoDB on a caller's thread.
 */
@Component
public class EvictionFollower implements LockWrite.Listener, KnownEvictions, RepeatedWork {

    private static final Logger LOG = LoggerFactory.getLogger(EvictionFollower.class);
    /** For how long the console watches for late writes. */
    public static final Duration WATCHED = Course.WATCHED;

    private static final long TICK_MILLIS = 1_000;
    /** How long after its deadline another console's change is found in its records. */
    private static final Duration SEARCHED = Duration.ofSeconds(30);

    private final Map<String, FollowedEviction> followed;
    private final LateWriteWatches watches;
    private final ServerClock clock;
    private final Duration quarantine;
    private final Worker ticking;

    EvictionFollower(
            EvictionRound round,
            LateWriteWatches watches,
            LateKeeper lates,
            Board board,
            ServerClock clock,
            @Value("${lockkeeper.quarantine:15s}") Duration quarantine) {
        this.watches = watches;
        this.clock = clock;
        this.quarantine = quarantine;
        followed = round.followed();
        ticking = new Worker("evictions", () -> round.run(lates::keep), TICK_MILLIS);
        board.onChange(this::changed);
    }

    /** An operator has asked for it. */
    public void begin(AuditEntry entry) {
        followed.put(entry.id(), FollowedEviction.of(Course.begun(entry), null, clock.now()));
    }

    /** The intent could not be recorded: nothing was changed. If its record landed all the same, it is found later. */
    public void notRecorded(AuditEntry entry) {
        Course course = new Course(entry, new NothingChanged(Why.NOT_RECORDED));
        followed.put(entry.id(), FollowedEviction.of(course, null, clock.now()));
    }

    /**
     * MongoDB has answered, or has failed to.
     *
     * @param lock the lock as the change left it, or null where that did not come
     * @param changedAt the place of the change among all writes; null if nothing was changed, or that is unknown
     * @param recorded whether the answer is in the audit; if not, it will be as soon as that can be written
     */
    public void answered(
            AuditEntry entry,
            Result result,
            @Nullable LockDocument lock,
            @Nullable BsonTimestamp changedAt,
            boolean recorded) {
        followed.computeIfPresent(entry.id(), (id, it) -> {
            Course next = it.course().answered(result);
            Course seen =
                    lock == null ? next : next.saw(lock, watches.now(entry.place()), watches.behind(entry.place()));
            return it.answered(seen, watches.of(seen, changedAt), recorded ? null : result);
        });
    }

    /** The state of the eviction with this id; empty if it has not begun, or ended long ago. */
    public Optional<EvictionState> state(String id) {
        return Optional.ofNullable(followed.get(id)).map(this::state);
    }

    private EvictionState state(FollowedEviction it) {
        return it.course().state().at(watches.now(it.course().entry().place()));
    }

    /** Whether MongoDB's answer still waits to be recorded. */
    public boolean isUnrecorded(String id) {
        FollowedEviction found = followed.get(id);
        return found != null && found.unrecorded() != null;
    }

    /** The present state of an entry, which may be further than its records show. */
    public EvictionState state(AuditEntry entry) {
        FollowedEviction found = followed.get(entry.id());
        boolean behind = found != null && found.awaitsConsent() && entry.isDecided();
        if (found != null && !behind) {
            return state(found);
        }
        Course recorded = Course.recorded(entry);
        EvictionState state = recorded.state().at(watches.now(entry.place()));
        boolean late = clock.now().isAfter(entry.deadline().plus(quarantine).plus(SEARCHED));
        return entry.isToBeDone() && recorded.tellsEnds() && late && !state.isFinal()
                ? new EvictionState.Unknown()
                : state;
    }

    /** The writes of old holders that were seen lately. */
    public List<LateWrite> lateWrites() {
        Instant from = clock.now().minus(Course.WATCHED);
        return followed.values().stream()
                .flatMap(it -> it.course().state() instanceof HolderLives lives
                        ? Stream.of(LateWrite.of(it.course().entry(), lives.at()))
                        : Stream.empty())
                .filter(late -> late.at().isAfter(from))
                .toList();
    }

    @Override
    public boolean isEvicted(String source, Acquisition acquisition) {
        return followed.values().stream()
                .filter(it ->
                        it.course().state() instanceof Watched || it.course().state() instanceof HolderLives)
                .map(it -> it.course().entry())
                .anyMatch(entry -> source.equals(entry.place().source()) && acquisition.equals(entry.acquisition()));
    }

    /** If only the lock can show the outcome, or that it is unknown, the end waits until the lock was read. */
    private void changed(Lock lock) {
        if (lock instanceof Lock.Own own && !followed.isEmpty()) {
            Instant now = clock.now();
            about(LockId.first(lock.name()))
                    .forEach(id ->
                            followed.computeIfPresent(id, (key, it) -> it.saw(own.document(), now, Duration.ZERO)));
        }
    }

    @Override
    public void changed(LockSource source, Board board, LockWrite change) {
        if (followed.isEmpty()) {
            return;
        }
        Optional<String> name = change.after().or(change::before).map(DialectLock::name);
        name.map(lock -> new LockId(source.id(), lock))
                .ifPresent(lock -> about(lock)
                        .forEach(id ->
                                followed.computeIfPresent(id, (key, it) -> saw(it, change, watches.behind(lock)))));
    }

    private static FollowedEviction saw(FollowedEviction it, LockWrite change, Duration behind) {
        FollowedEviction next = it.saw(change, behind);
        if (next.course().state() instanceof HolderLives && !(it.course().state() instanceof HolderLives)) {
            AuditEntry entry = it.course().entry();
            LOG.warn(
                    "The old holder of an evicted lock wrote to it: source={} lock={} holder={}",
                    entry.place().source(),
                    entry.lock(),
                    entry.holder());
        }
        return next;
    }

    private List<String> about(LockId lock) {
        return followed.values().stream()
                .map(it -> it.course().entry())
                .filter(entry -> entry.place().equals(lock))
                .map(AuditEntry::id)
                .toList();
    }

    @Override
    public Worker worker() {
        return ticking;
    }

    /** Copies what evicted holders attempted afterwards into the audit, because agents' reports are purged after a day. Used by one thread. */
    @Component
    static class LateKeeper {

        private final LateFeed feed;
        private final AuditLog log;
        private final Set<String> kept = new HashSet<>();

        LateKeeper(LateFeed feed, AuditLog log) {
            this.feed = feed;
            this.log = log;
        }

        void keep() {
            Set<String> reported = feed.latest().stream().map(LateKeeper::id).collect(Collectors.toSet());
            kept.retainAll(reported);
            for (LateAttempt attempt : feed.latest()) {
                if (!kept.contains(id(attempt))) {
                    log.late(attempt);
                    kept.add(id(attempt));
                }
            }
        }

        private static String id(LateAttempt attempt) {
            return LateAttempt.id(attempt.kind(), attempt.lease());
        }
    }
}
