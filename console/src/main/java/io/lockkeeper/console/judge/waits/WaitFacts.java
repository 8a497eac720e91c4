package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.judge.waits.WaitDrawing.Graph;
import io.lockkeeper.console.watch.board.Freshness;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the Waits page shows at one moment.
 *
 * @param freshness how far it can be trusted
 * @param unnamed how many locks of the trees are outside the user's scope
 * @param deadlocks the deadlocks in the trees that were asked for
 * @param lines the first {@link WaitLines#MOST} of them
 * @param graph the same as a graph, if asked for
 */
record WaitFacts(
        Freshness freshness,
        Instant now,
        int waiting,
        int roots,
        int unnamed,
        List<Deadlock> deadlocks,
        List<WaitLine> lines,
        @Nullable Graph graph,
        WaitQuery query) {

    static WaitFacts of(Freshness freshness, Instant now, WaitPicture picture, WaitQuery query, Set<String> opened) {
        List<WaitLine> lines = WaitLines.of(picture, query, opened);
        return new WaitFacts(
                freshness,
                now,
                picture.waiting(),
                picture.roots().size(),
                picture.unnamed(),
                query.isAll() ? picture.deadlocks() : among(picture.deadlocks(), lines),
                lines,
                query.graph() ? GraphOfLines.of(lines, picture) : null,
                query);
    }

    /** The waits of a source that has not been read. */
    static WaitFacts unread(WaitQuery query) {
        return of(Freshness.at(Instant.EPOCH, null, true), Instant.EPOCH, WaitPicture.NONE, query, Set.of());
    }

    private static List<Deadlock> among(List<Deadlock> deadlocks, List<WaitLine> lines) {
        return deadlocks.stream()
                .filter(deadlock -> lines.stream()
                        .map(WaitLine::branch)
                        .anyMatch(branch ->
                                branch != null && deadlock.toEvict().who().equals(branch.who())))
                .toList();
    }

    boolean isRead() {
        return freshness.asOf() != null;
    }
}
