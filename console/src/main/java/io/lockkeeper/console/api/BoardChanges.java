package io.lockkeeper.console.api;

import io.lockkeeper.console.face.locks.LockSearch;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.LockView;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one listener has received. The next event holds the difference between that and the present board, however many changes
 * lie between. Its size is bounded by the number of locks. Used by one thread.
 */
final class BoardChanges implements Listener.Teller<BoardSnapshot> {

    private final LockSearch search;
    private final FindingsFeed findings;
    private final ToldLocks told = new ToldLocks();
    private @Nullable BoardState last;

    BoardChanges(LockSearch search, FindingsFeed findings) {
        this.search = search;
        this.findings = findings;
    }

    /** How the board stands. */
    record BoardState(String freshness, int held, int waiting, String notice) {

        static BoardState of(BoardSnapshot board) {
            return new BoardState(LiveLocks.word(board.freshness()), board.held(), board.waiting(), board.notice());
        }
    }

    @Override
    public String tell(BoardSnapshot board, EventWriter out) throws IOException {
        if (board.freshness().asOf() != null) {
            write(board, findings.latest(board.scope()).worstIn(LockId.FIRST), out);
        }
        return "";
    }

    private void write(BoardSnapshot board, Map<String, Finding> worst, EventWriter out) throws IOException {
        boolean first = last == null;
        BoardState state = BoardState.of(board);
        if (!state.equals(last)) {
            last = state;
            out.event(first ? "snapshot" : "board", state);
        }
        told.begin();
        var matches = search.at(board.serverTime());
        for (LockView lock : board.locks()) {
            if (!lock.foreign() && matches.test(lock)) {
                Finding found = worst.get(lock.name());
                Instant now = board.serverTime();
                told.lock(lock.name(), lock, lock.state(now), found, () -> LockLine.of(lock, found, now), out);
            }
        }
        told.end(out);
        if (first) {
            out.event("complete", Map.of("locks", told.size()));
        }
    }
}
