package io.lockkeeper.console.eviction;

import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.audit.EvictionFollower;
import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.Background;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.SourceBoard;
import io.lockkeeper.console.source.SourceFeeds;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The acquisition that an operator saw, and everything that the dialog needs to end it.
 *
 * @param seen the lock as it was on the screen
 * @param scope of the operator
 */
record ReleaseCase(LockSource source, Dialect dialect, ForeignLock seen, LockScope scope, Parts parts) {

    /** The parts that all dialogs share. */
    record Parts(
            EvictionService service,
            SourceFeeds feeds,
            EvictionFollower follower,
            Background background) {}

    /**
     * The present state.
     *
     * @param holds whether the acquisition that the operator saw still holds the lock, and nobody has evicted it
     * @param remains whether it still holds the lock, evicted or not
     * @param there the lock as it is now; empty if it has no document
     * @param course where the eviction that was asked for here stands
     */
    record Look(
            boolean holds,
            boolean remains,
            Optional<ForeignLock> there,
            Optional<EvictionState> course,
            Instant now) {}

    Look look(String request) {
        Optional<SourceFeeds.Watched> watched = parts.feeds().find(scope, source.id());
        Instant now = watched.map(SourceFeeds.Watched::now).orElseGet(parts.feeds()::now);
        Optional<ForeignLock> there =
                watched.flatMap(SourceFeeds.Watched::board).flatMap(this::find).filter(lock -> lock.isTaken(now));
        boolean remains = there.filter(lock -> lock.isOf(seen.acquisition())).isPresent();
        boolean evicted =
                there.filter(lock -> lock.isEvicted(seen.acquisition())).isPresent();
        return new Look(
                remains && !evicted,
                remains,
                there,
                parts.follower().state(request),
                now);
    }

    private Optional<ForeignLock> find(SourceBoard board) {
        return board.find(seen.id());
    }

    void start(EvictionRequest request, Consumer<Result> done, Consumer<Exception> failed) {
        parts.background().change(() -> parts.service().evict(request), done, failed);
    }
}
