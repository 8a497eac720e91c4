package io.lockkeeper.console.api;

import io.lockkeeper.console.board.BoardSnapshot;
import io.lockkeeper.console.board.LockState;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.findings.Finding;
import io.lockkeeper.console.findings.Kind;
import io.lockkeeper.console.locks.LockSearch;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one listener has received. The next event holds the difference between that and the present board, however many changes
 * lie between. Its size is bounded by the number of locks. Used by one thread.
 */
final class BoardChanges {

    private final LockSearch search;
    private final Map<String, Told> told = new HashMap<>();
    private @Nullable BoardState last;
    private int pass;

    BoardChanges(LockSearch search) {
        this.search = search;
    }

    /** How the board stands. */
    record BoardState(String freshness, int held, int waiting, String notice) {

        static BoardState of(BoardSnapshot board) {
            return new BoardState(LiveLocks.word(board.freshness()), board.held(), board.waiting(), board.notice());
        }
    }

    /** That a lock is no longer in use, or does not match any more. */
    record Gone(String name) {}

    private static final class Told {

        private @Nullable LockView lock;
        private @Nullable LockState state;
        private @Nullable Kind finding;
        private int pass;

        /** The very same document in the same state: the board makes a new view of each change. */
        @SuppressWarnings("ReferenceEquality")
        boolean isSame(LockView other, LockState now, @Nullable Kind found) {
            return lock == other && state == now && finding == found;
        }
    }

    void write(BoardSnapshot board, Map<String, Finding> worst, EventWriter out) throws IOException {
        boolean first = last == null;
        BoardState state = BoardState.of(board);
        if (!state.equals(last)) {
            last = state;
            out.event(first ? "snapshot" : "board", state);
        }
        pass++;
        var matches = search.at(board.serverTime());
        for (LockView lock : board.locks()) {
            if (!lock.foreign() && matches.test(lock)) {
                write(lock, board, worst.get(lock.name()), out);
            }
        }
        forgetOthers(out);
        if (first) {
            out.event("complete", Map.of("locks", told.size()));
        }
    }

    private void write(LockView lock, BoardSnapshot board, @Nullable Finding worst, EventWriter out)
            throws IOException {
        Told of = told.computeIfAbsent(lock.name(), name -> new Told());
        LockState state = lock.state(board.serverTime());
        Kind kind = worst == null ? null : worst.kind();
        of.pass = pass;
        if (!of.isSame(lock, state, kind)) {
            of.lock = lock;
            of.state = state;
            of.finding = kind;
            out.event("lock", LockLine.of(lock, worst, board.serverTime()));
        }
    }

    private void forgetOthers(EventWriter out) throws IOException {
        for (Iterator<Map.Entry<String, Told>> each = told.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, Told> entry = each.next();
            if (entry.getValue().pass != pass) {
                each.remove();
                out.event("gone", new Gone(entry.getKey()));
            }
        }
    }
}
