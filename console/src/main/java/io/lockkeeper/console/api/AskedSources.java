package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * The sources that requests ask for, within the scope of their users. What is not there is refused with a problem, and so is a board
 * that was not read: it would say that no lock is held.
 */
@Component
class AskedSources {

    private final SourceFeeds feeds;
    private final Boards boards;

    AskedSources(SourceFeeds feeds, Boards boards) {
        this.feeds = feeds;
        this.boards = boards;
    }

    /** The id of the source that a parameter names, which has ids as they are. */
    static String id(String parameter) {
        return parameter.equals(LockAddress.FIRST) ? LockId.FIRST : parameter;
    }

    /** @param id empty for the console's first collection */
    Watched of(String id) {
        return feeds.of(LockScope.present(), id).orElseThrow(() -> noSource(id));
    }

    /** The source, which can be changed or removed: not the console's first collection. */
    Watched stored(String id) {
        return feeds.find(LockScope.present(), id).orElseThrow(() -> noSource(id));
    }

    private static ProblemException noSource(String id) {
        return ProblemException.missing("There is no such source.").with("source", id);
    }

    /** The locks of the source. */
    ScopedBoard board(String id) {
        return boards.of(LockScope.present(), of(id).source().id());
    }

    /** Whether the source has Lockkeeper's own locks. */
    boolean isOurs(String id) {
        return of(id).dialect().filter(Dialect::hasQueues).isPresent();
    }

    /** The locks of the console's first collection as they are known now. */
    BoardSnapshot first() {
        return read(board(LockId.FIRST));
    }

    /** The locks on the board as they are known now. */
    static BoardSnapshot read(ScopedBoard board) {
        BoardSnapshot now = board.snapshot();
        if (now.freshness().asOf() == null) {
            throw new ProblemException(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "The console has not read these locks yet. %s"
                                    .formatted(now.notice())
                                    .strip())
                    .retryAfter(Duration.ofSeconds(1));
        }
        return now;
    }
}
