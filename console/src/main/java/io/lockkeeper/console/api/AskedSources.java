package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.SourceSummary;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** The sources that requests ask for, within the scope of their users. What is not there is refused with a problem. */
@Component
class AskedSources {

    private final SourceFeeds feeds;
    private final Boards boards;

    AskedSources(SourceFeeds feeds, Boards boards) {
        this.feeds = feeds;
        this.boards = boards;
    }

    Watched of(String id) {
        return feeds.find(LockScope.present(), id).orElseThrow(() -> noSource(id));
    }

    /** Refuses a lock of a source that is not there, as {@link #of}. */
    void require(LockId lock) {
        if (feeds.of(LockScope.present(), lock.source()).isEmpty()) {
            throw noSource(lock.source());
        }
    }

    private static ProblemException noSource(String id) {
        return new ProblemException(HttpStatus.NOT_FOUND, "There is no such source.").with("source", id);
    }

    /** The locks of the source, which must have been read: an empty board would say that no lock is held. */
    ScopedBoard board(Watched source) {
        SourceSummary now = SourceSummary.of(source);
        if (source.board().isEmpty() || now.freshness().asOf() == null) {
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "The console has not read this source. %s"
                            .formatted(now.trouble())
                            .strip());
        }
        return boards.of(LockScope.present(), source.source().id());
    }

    static Lock lock(ScopedBoard board, String name) {
        return board.find(name).orElseThrow(() -> ProblemException.noLock(name));
    }
}
