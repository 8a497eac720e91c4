package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.board.BoardCounts;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.Optional;

/**
 * A source at one moment.
 *
 * @param dialect missing if no file has it any more
 * @param trouble why the feed stands still, as a sentence; empty while it runs
 * @param at the moment for which its locks are judged
 */
public record SourceSummary(
        LockSource source,
        Optional<Dialect> dialect,
        Freshness freshness,
        String trouble,
        BoardCounts counts,
        Instant at) {

    private static final Freshness NONE = Freshness.at(Instant.EPOCH, null, true);

    public static SourceSummary of(Watched watched) {
        Freshness freshness = watched.feed().map(CollectionFeed::freshness).orElse(NONE);
        Instant at = freshness.judgedAt(watched.clock().now());
        return new SourceSummary(
                watched.source(),
                watched.dialect(),
                freshness,
                watched.feed().map(CollectionFeed::trouble).orElseGet(watched::trouble),
                watched.board().map(board -> board.counts(at)).orElse(BoardCounts.NONE),
                at);
    }
}
