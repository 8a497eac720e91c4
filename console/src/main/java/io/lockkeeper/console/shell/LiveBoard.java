package io.lockkeeper.console.shell;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.UI;
import io.lockkeeper.console.board.BoardPublisher;
import io.lockkeeper.console.board.BoardSnapshot;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keeps a component current with the board while it is on a page. */
public final class LiveBoard {

    private LiveBoard() {}

    /**
     * Follows the board from attach to detach.
     *
     * @param prepare computes what to show, on the board's thread
     * @param show shows it, holding the page's lock; what a slow page could not show in time is left out
     */
    public static <T> void follow(
            Component component, BoardPublisher board, Function<BoardSnapshot, T> prepare, Consumer<T> show) {
        component.addAttachListener(attached -> {
            UI ui = attached.getUI();
            AtomicReference<@Nullable T> latest = new AtomicReference<>();
            Runnable unsubscribe = board.subscribe(snapshot -> {
                if (latest.getAndSet(prepare.apply(snapshot)) == null) {
                    Future<Void> unused = ui.access(() -> show.accept(Objects.requireNonNull(latest.getAndSet(null))));
                }
            });
            component.addDetachListener(detached -> {
                unsubscribe.run();
                detached.unregisterListener();
            });
        });
    }
}
