package io.lockkeeper.console.watch.heartbeat;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import java.util.function.Consumer;
import java.util.function.Function;

/** Keeps a component current with the board while it is on a page. */
public final class LiveBoard {

    private LiveBoard() {}

    /**
     * Follows the board from attach to detach, within the scope of the page's user: the preparing thread has no login.
     *
     * @param prepare computes what to show, on a thread of its own
     * @param show shows it, holding the page's lock; what a slow page could not show in time is left out
     */
    public static <T> void follow(
            Component component, BoardPublisher board, Function<BoardSnapshot, T> prepare, Consumer<T> show) {
        LockScope scope = LockScope.present();
        Live.<BoardSnapshot, T>follow(component, subscriber -> board.subscribe(scope, subscriber), prepare, show);
    }
}
