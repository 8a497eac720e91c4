package io.lockkeeper.console.eviction;

import io.lockkeeper.console.board.Board;
import io.lockkeeper.console.board.BoardPublisher;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.shell.LiveBoard;
import io.lockkeeper.console.shell.Toasts;
import io.lockkeeper.model.Holder;
import org.springframework.stereotype.Component;

/** Opens the dialog in which an operator ends a lease. */
@Component
public class EvictionDialogs {

    private final EvictionService service;
    private final Board board;
    private final BoardPublisher publisher;
    private final ServerClock clock;

    EvictionDialogs(EvictionService service, Board board, BoardPublisher publisher, ServerClock clock) {
        this.service = service;
        this.board = board;
        this.publisher = publisher;
        this.clock = clock;
    }

    /** Whether the present user may evict. */
    public boolean isAllowed() {
        return service.isAllowed();
    }

    /** Opens the dialog, bound to the lease that holds the lock now. */
    public void open(LockView lock) {
        if (!isAllowed()) {
            Toasts.say("Only an operator may evict; you are a viewer.");
            return;
        }
        lock.holder()
                .ifPresentOrElse(
                        seen -> dialog(lock, seen).open(),
                        () -> Toasts.say("Nobody holds this lock, so there is nobody to evict."));
    }

    private EvictionDialog dialog(LockView lock, Holder seen) {
        EvictionDialog dialog = new EvictionDialog(
                lock, seen, service, board.heldBy(seen.owner().agent()));
        LiveBoard.follow(
                dialog,
                publisher,
                snapshot -> Standing.of(board.find(lock.name()), seen, snapshot.serverTime()),
                dialog::show);
        dialog.show(Standing.of(board.find(lock.name()), seen, clock.now()));
        return dialog;
    }
}
