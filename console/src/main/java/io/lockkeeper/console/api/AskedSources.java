package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.source.SourceBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.SourceSummary;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** The sources that requests ask for, within the scope of their users. What is not there is refused with a problem. */
@Component
class AskedSources {

    private final SourceFeeds feeds;

    AskedSources(SourceFeeds feeds) {
        this.feeds = feeds;
    }

    Watched of(String id) {
        return feeds.find(LockScope.present(), id)
                .orElseThrow(() ->
                        new ProblemException(HttpStatus.NOT_FOUND, "There is no such source.").with("source", id));
    }

    /** Its locks, if it was read: an empty board would say that no lock is held. */
    static SourceBoard board(Watched source) {
        SourceSummary now = SourceSummary.of(source);
        return source.board()
                .filter(board -> now.freshness().asOf() != null)
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "The console has not read this source. %s"
                                .formatted(now.trouble())
                                .strip()));
    }

    static ForeignLock lock(SourceBoard board, String name) {
        return board.named(name).orElseThrow(() -> ProblemException.noLock(name));
    }
}
