package io.lockkeeper.console.watch.heartbeat;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.UIDetachedException;
import io.lockkeeper.console.ground.components.ViewerZone;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Draws a feed's states into one page: only the latest, never two at a time, and only while the page takes it. So the memory that a page
 * needs is bounded, however slow its browser is.
 */
public final class Live<S, T> {

    private static final Logger LOG = LoggerFactory.getLogger(Live.class);

    private final AtomicReference<@Nullable S> latest = new AtomicReference<>();
    private final AtomicBoolean busy = new AtomicBoolean();
    /** The first drawing waits in the page until there is a connection; later ones would pile up. */
    private boolean first = true;

    private final UI ui;
    private final OpenPage page;
    private final ViewerZone zone;
    private final Function<S, T> prepare;
    private final Consumer<T> show;

    private Live(UI ui, Function<S, T> prepare, Consumer<T> show) {
        this.ui = ui;
        this.page = OpenPages.of(ui);
        this.zone = ViewerZone.present();
        this.prepare = prepare;
        this.show = show;
    }

    /** A feed to subscribe to. */
    @FunctionalInterface
    public interface Source<S> {

        /** Subscribes until the returned {@code Runnable} is run. */
        Runnable subscribe(Consumer<S> subscriber);
    }

    /**
     * Follows a source while the component is on a page.
     *
     * @param prepare computes what to show, on another thread
     * @param show shows it while holding the page's lock
     */
    public static <S, T> void follow(Component component, Source<S> source, Function<S, T> prepare, Consumer<T> show) {
        component.addAttachListener(attached -> {
            Live<S, T> live = new Live<>(attached.getUI(), prepare, show);
            Runnable unsubscribe = source.subscribe(live::offer);
            component.addDetachListener(detached -> {
                unsubscribe.run();
                detached.unregisterListener();
            });
        });
    }

    private void offer(S state) {
        if (page.takes()) {
            latest.set(state);
            next();
        }
    }

    private void next() {
        if (latest.get() != null && busy.compareAndSet(false, true)) {
            Thread.startVirtualThread(this::draw);
        }
    }

    private void draw() {
        try {
            S state = latest.getAndSet(null);
            if (state == null) {
                busy.set(false);
                return;
            }
            T prepared = zone.carry(() -> prepare.apply(state));
            Future<Void> unused = ui.access(() -> showNow(prepared));
        } catch (UIDetachedException e) {
            LOG.debug("The page is closed", e);
        } catch (RuntimeException e) {
            LOG.warn("A page could not be drawn", e);
            busy.set(false);
        }
    }

    private void showNow(T prepared) {
        try {
            if (first || page.isConnected()) {
                first = false;
                show.accept(prepared);
                page.drawn();
            } else {
                page.passOver();
            }
        } finally {
            busy.set(false);
            next();
        }
    }
}
