package io.lockkeeper.console.source;

import io.lockkeeper.console.board.Freshness;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.source.SourceBoard.LocksNow;
import io.lockkeeper.console.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A source at one moment.
 *
 * @param dialect missing if no file has it any more
 * @param trouble why nothing comes, in a sentence; empty while it does
 */
record SourceSummary(
        LockSource source, Optional<Dialect> dialect, Freshness freshness, String trouble, LocksNow locks) {

    private static final Freshness NONE = Freshness.at(Instant.EPOCH, null, true);

    static SourceSummary of(Watched watched, Instant now) {
        return new SourceSummary(
                watched.source(),
                watched.board().map(SourceBoard::dialect),
                watched.feed().map(CollectionFeed::freshness).orElse(NONE),
                watched.feed().map(CollectionFeed::trouble).orElse(""),
                watched.board()
                        .map(board -> board.locks(judgedAt(watched, now)))
                        .orElseGet(() -> LocksNow.of(List.of(), false, now)));
    }

    /** While nothing is heard, the last moment of which all is known: a renewal may only not have been seen. */
    private static Instant judgedAt(Watched watched, Instant now) {
        return watched.feed()
                .map(CollectionFeed::freshness)
                .map(fresh -> fresh.isLive() || fresh.asOf() == null ? now : fresh.asOf())
                .orElse(now);
    }

    long held() {
        return locks.held();
    }

    long expired() {
        return locks.expired();
    }
}
