package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
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
}
