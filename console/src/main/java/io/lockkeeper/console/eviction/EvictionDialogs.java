package io.lockkeeper.console.eviction;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.audit.EvictionFollower;
import io.lockkeeper.console.board.Board;
import io.lockkeeper.console.board.BoardPublisher;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.shell.Background;
import io.lockkeeper.console.shell.LiveBoard;
import io.lockkeeper.console.shell.Toasts;
import io.lockkeeper.model.Holder;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Opens the dialog in which an operator evicts a holder. */
@Component
public class EvictionDialogs {

    private final EvictionService service;
    private final EvictionCase.Sources sources;
    private final BoardPublisher publisher;
    private final ServerClock clock;

    EvictionDialogs(
            EvictionService service,
            EvictionFollower follower,
            Board board,
            BoardPublisher publisher,
            AgentLives lives,
            ServerClock clock,
            Background background) {
        this.service = service;
        this.publisher = publisher;
        this.clock = clock;
        sources = new EvictionCase.Sources(service, follower, board, lives, background);
    }

    /** Why the present user cannot evict, in a sentence; empty if the user can. */
    public Optional<String> refusal() {
        return service.refusal();
    }

    /** Opens the dialog, bound to the lease that holds the lock now; of several, the operator chooses one first. */
    public void open(LockView lock) {
        if (lock.holders().size() > 1 && refusal().isEmpty()) {
            new HolderChoice(lock, holder -> open(lock, holder)).open();
        } else {
            lock.holder()
                    .ifPresentOrElse(
                            seen -> open(lock, seen),
                            () -> Toasts.say("Nobody holds this lock, so there is nobody to evict."));
        }
    }

    /** Opens the dialog, bound to one lease of the lock. */
    public void open(LockView lock, Holder seen) {
        refusal()
                .ifPresentOrElse(
                        Toasts::say,
                        () -> dialog(new EvictionCase(lock.name(), seen, sources))
                                .open());
    }

    private EvictionDialog dialog(EvictionCase lease) {
        EvictionDialog dialog = new EvictionDialog(lease, service.quarantine(), clock::now);
        LiveBoard.follow(dialog, publisher, snapshot -> lease.look(snapshot.serverTime()), dialog::show);
        return dialog;
    }
}
