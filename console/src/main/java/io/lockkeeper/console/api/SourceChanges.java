package io.lockkeeper.console.api;

import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The locks of a source that one listener has received; the next events hold the difference to the current ones. */
final class SourceChanges implements Listener.Teller<Optional<Watched>> {

    private final String search;
    private final ScopedBoard board;
    private final FindingsFeed findings;
    private final ToldLocks told = new ToldLocks();
    private @Nullable SourceState last;
    private @Nullable Seen seen;

    /** @param search a part of the names or holders; empty for all locks */
    SourceChanges(String search, ScopedBoard board, FindingsFeed findings) {
        this.search = search;
        this.board = board;
        this.findings = findings;
    }

    /** The state of the source. */
    record SourceState(
            String freshness, String trouble, int held, int expired, int free, int unreadable, boolean more) {

        static SourceState of(SourceSummary now) {
            return new SourceState(
                    LiveLocks.word(now.freshness()),
                    now.trouble(),
                    now.counts().held(),
                    now.counts().expired(),
                    now.counts().free(),
                    now.counts().unreadable(),
                    now.counts().full());
        }
    }

    /** The state that was sent; while it is the same, the locks are too. */
    private record Seen(String version, Map<String, Finding> worst) {}

    @Override
    public String tell(Optional<Watched> watched, EventWriter out) throws IOException {
        if (watched.isEmpty()) {
            return "The source is not watched any more.";
        }
        SourceSummary now = SourceSummary.of(watched.get());
        if (now.dialect().isPresent() && now.freshness().asOf() != null) {
            tell(now, out);
        } else if (last != null) {
            state(now, out);
        }
        return "";
    }

    private void tell(SourceSummary now, EventWriter out) throws IOException {
        boolean first = last == null;
        state(now, out);
        Seen present = new Seen(
                now.counts().version(),
                findings.latest(board.scope()).worstIn(now.source().id()));
        if (!present.equals(seen)) {
            seen = present;
            locks(now, present.worst(), out);
        }
        if (first) {
            out.event("complete", Map.of("locks", told.size()));
        }
    }

    private void state(SourceSummary now, EventWriter out) throws IOException {
        SourceState state = SourceState.of(now);
        if (!state.equals(last)) {
            out.event(last == null ? "snapshot" : "board", state);
            last = state;
        }
    }

    private void locks(SourceSummary now, Map<String, Finding> worst, EventWriter out) throws IOException {
        List<Lock> all = search.isEmpty() ? board.byKind(Board.MOST) : board.matching(search);
        told.begin();
        for (Lock lock : all) {
            Finding found = worst.get(lock.name());
            told.lock(
                    lock.name(),
                    lock,
                    lock.facts().state(now.at()),
                    found,
                    () -> ApiForeignLock.of(lock.facts(), found, now.at()),
                    out);
        }
        told.end(out);
    }
}
