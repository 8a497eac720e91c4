package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** The waits of each source, shared by all pages and the findings. Thread-safe. */
@Component
public class Waits {

    private final SourceFeeds sources;
    private final Map<String, CollectionWaits> bySource = new ConcurrentHashMap<>();
    private final CollectionWaits first = new CollectionWaits();
    private final Supplier<List<Lock>> live;

    Waits(Board board, SourceFeeds sources) {
        this.sources = sources;
        live = board::live;
        bySource.put(LockId.FIRST, first);
    }

    /**
     * Deadlocks in a source of Lockkeeper's own locks, confirmed by two readings at least a second apart.
     *
     * @param locks all of it that are not free
     * @param asOf the server's time for which they are complete
     */
    public List<Deadlock> deadlocks(Watched source, List<Lock> locks, Instant asOf) {
        return in(source, () -> locks, asOf).deadlocks();
    }

    /** The sentence about waits beyond a lock's own holders and queue; empty for none. */
    public Optional<String> beyond(ScopedBoard board, String lock, Instant asOf) {
        if (board.source().isEmpty()) {
            return of(board.scope(), asOf).beyond(lock);
        }
        return board.watched()
                .filter(source -> board.dialect().filter(Dialect::hasQueues).isPresent())
                .flatMap(source -> in(source).beyond(lock));
    }

    /**
     * The picture of the first collection for a user limited to the scope: relevant locks outside it are included without their names.
     */
    public WaitPicture of(LockScope scope, Instant asOf) {
        return first.of(scope, live, asOf);
    }

    /** The waits of a source of Lockkeeper's own locks, which have been read: a user who may see the source sees all of its locks. */
    public WaitPicture in(Watched source) {
        return in(source, () -> source.board().map(Board::live).orElse(List.of()), source.asOf());
    }

    private WaitPicture in(Watched source, Supplier<List<Lock>> locks, Instant asOf) {
        Set<String> present =
                sources.every().stream().map(each -> each.source().id()).collect(Collectors.toSet());
        bySource.keySet().retainAll(present);
        return bySource.computeIfAbsent(source.source().id(), unseen -> new CollectionWaits())
                .of(locks, asOf);
    }

    /** The waits of one collection: computed at most once a second, and less often if it takes long. Thread-safe. */
    static final class CollectionWaits {

        private static final Duration EVERY = Duration.ofSeconds(1);
        /** A tenth of one core. */
        private static final Rest REST = new Rest(10, EVERY, Duration.ofSeconds(10));

        private final Map<String, Instant> seenSince = new HashMap<>();
        private final Map<LockScope, WaitPicture> narrowed = new HashMap<>();
        private List<Lock> of = List.of();
        private WaitPicture latest = WaitPicture.NONE;

        /**
         * The picture for a user limited to the scope: relevant locks outside it are included without their names.
         *
         * @param locks all that are not free; called only where the latest picture is too old
         */
        synchronized WaitPicture of(LockScope scope, Supplier<List<Lock>> locks, Instant asOf) {
            WaitPicture all = of(locks, asOf);
            return scope.isLimited()
                    ? narrowed.computeIfAbsent(scope, limit -> new ScopeMask(limit).picture(of, all))
                    : all;
        }

        synchronized WaitPicture of(Supplier<List<Lock>> locks, Instant asOf) {
            if (isOld(asOf)) {
                of = locks.get();
                narrowed.clear();
                latest = confirmed(WaitPicture.of(of, asOf));
            }
            return latest;
        }

        private boolean isOld(Instant asOf) {
            return Duration.between(latest.asOf(), asOf).abs().compareTo(REST.after(latest.took())) >= 0;
        }

        /** Drops deadlocks that were not there a second ago: a waiter that is just giving up may still seem to wait. */
        private WaitPicture confirmed(WaitPicture picture) {
            Map<String, Deadlock> found = new HashMap<>();
            picture.deadlocks().forEach(deadlock -> found.put(deadlock.id(), deadlock));
            seenSince.keySet().retainAll(found.keySet());
            found.keySet().forEach(id -> seenSince.putIfAbsent(id, picture.asOf()));
            return picture.with(picture.deadlocks().stream()
                    .filter(deadlock -> isSeenTwice(deadlock, picture.asOf()))
                    .toList());
        }

        private boolean isSeenTwice(Deadlock deadlock, Instant asOf) {
            Instant first = seenSince.getOrDefault(deadlock.id(), asOf);
            return !first.plus(EVERY).isAfter(asOf);
        }
    }
}
