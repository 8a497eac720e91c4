package io.lockkeeper.console.shell;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.board.BoardPublisher;
import io.lockkeeper.console.board.BoardSnapshot;
import io.lockkeeper.console.page.Live;
import java.util.function.Consumer;
import java.util.function.Function;

/** Keeps a component current with the board while it is on a page. */
public final class LiveBoard {

    private LiveBoard() {}

    /**
     * Follows the board from attach to detach.
     *
     * @param prepare computes what to show, on a thread of its own
     * @param show shows it, holding the page's lock; what a slow page could not show in time is left out
     */
    public static <T> void follow(
            Component component, BoardPublisher board, Function<BoardSnapshot, T> prepare, Consumer<T> show) {
        Live.follow(component, board::subscribe, prepare, show);
    }
}
