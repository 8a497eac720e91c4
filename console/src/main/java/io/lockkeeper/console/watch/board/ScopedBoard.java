package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.scope.LockScope;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The locks of the board that somebody may see; pages reach the board only through it. Thread-safe. */
public final class ScopedBoard {

    private final Board board;
    private final LockScope scope;

    ScopedBoard(Board board, LockScope scope) {
        this.board = board;
        this.scope = scope;
    }

    public LockScope scope() {
        return scope;
    }

    public Optional<LockView> find(String name) {
        return scope.sees(name) ? board.find(name) : Optional.empty();
    }

    /** The locks that an agent holds, by name. */
    public List<LockView> heldBy(String agent) {
        return board.heldBy(agent).stream()
                .filter(lock -> scope.sees(lock.name()))
                .sorted(Comparator.comparing(LockView::name))
                .toList();
    }
}
