package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.source.SourceBoard;
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

/** Who waits for whom, shared by all pages and the findings: in the console's first collection, and in sources. Thread-safe. */
@Component
public class Waits {

    private final Board board;
    private final SourceFeeds sources;
    private final CollectionWaits first = new CollectionWaits();
    private final Map<String, CollectionWaits> further = new ConcurrentHashMap<>();

    Waits(Board board, SourceFeeds sources) {
        this.board = board;
        this.sources = sources;
    }

    /**
     * Deadlocks in the console's first collection, confirmed by two readings at least a second apart.
     *
     * @param locks all that are not free
     * @param asOf the server's time for which they are complete
     */
    public List<Deadlock> deadlocks(List<LockView> locks, Instant asOf) {
        return of(locks, asOf).deadlocks();
    }

    /**
     * The same in a source of Lockkeeper's own locks.
     *
     * @param locks all of it that are not free
     */
    public List<Deadlock> deadlocks(Watched source, List<LockView> locks) {
        return in(source, () -> locks).deadlocks();
    }

    /** What there is to see beyond a lock's own holders and queue, in a sentence; empty for nothing. */
    public Optional<String> beyond(LockScope scope, String lock, Instant asOf) {
        return of(scope, asOf).beyond(lock);
    }

    /** The picture for a user limited to the scope: relevant locks outside it are included without their names. */
    public WaitPicture of(LockScope scope, Instant asOf) {
        return first.of(scope, board::live, asOf);
    }

    WaitPicture of(List<LockView> locks, Instant asOf) {
        return first.of(() -> locks, asOf);
    }

    /**
     * The picture of a source of Lockkeeper's own locks: whoever may see the source sees all of its locks.
     *
     * @param read its locks, which have been read
     */
    public WaitPicture in(Watched source, SourceBoard read) {
        return in(source, read::ownInUse);
    }

    private WaitPicture in(Watched source, Supplier<List<LockView>> locks) {
        Set<String> present = sources.all(LockScope.EVERYTHING).stream()
                .map(each -> each.source().id())
                .collect(Collectors.toSet());
        further.keySet().retainAll(present);
        return further.computeIfAbsent(source.source().id(), unseen -> new CollectionWaits())
                .of(locks, source.now());
    }
}
