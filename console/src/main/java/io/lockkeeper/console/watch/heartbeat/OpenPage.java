package io.lockkeeper.console.watch.heartbeat;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.dom.Element;
import com.vaadin.flow.server.communication.PushConnection;
import io.lockkeeper.console.ground.components.ViewerZone;
import java.time.Duration;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * One page in a browser, and what its beats last said. The beats prove that somebody can see the page: nothing is drawn into
 * one that is silent, hidden, or still behind with earlier drawings. Thread-safe.
 */
final class OpenPage {

    /** Three beats of a page that is visible. */
    static final Duration SILENT_AFTER = Duration.ofSeconds(4);

    static final Duration GONE_AFTER = Duration.ofMinutes(1);

    /** Browsers wake a hidden page once a minute. */
    static final Duration HIDDEN_GONE_AFTER = Duration.ofMinutes(3);

    private final String id = UUID.randomUUID().toString();
    private final Element marker = new Element("lk-page");
    private final UI ui;
    private final LongSupplier ticker;
    private long heardAt;
    private boolean hidden;
    private long drawn;
    private long shown;
    private long progressAt;
    private boolean outdated;

    OpenPage(UI ui, LongSupplier ticker) {
        this.ui = ui;
        this.ticker = ticker;
        heardAt = ticker.getAsLong();
        progressAt = heardAt;
        marker.setAttribute("zone", ViewerZone.present().id().getId());
        marker.setAttribute("page", id);
    }

    String id() {
        return id;
    }

    UI ui() {
        return ui;
    }

    /** The element by which the browser knows the page's id, the zone of its times, and what was drawn last. */
    Element marker() {
        return marker;
    }

    /**
     * Takes a beat.
     *
     * @param upTo the number of the last drawing that the browser shows
     */
    synchronized Standing heard(long upTo, boolean isHidden) {
        heardAt = ticker.getAsLong();
        if (upTo > shown) {
            shown = upTo;
            progressAt = heardAt;
        }
        hidden = isHidden;
        return new Standing(drawn, outdated);
    }

    /** Whether to draw into the page now. A page that was passed over is outdated until it is drawn again. */
    synchronized boolean takes() {
        long now = ticker.getAsLong();
        boolean stuck = drawn > shown && now - progressAt > SILENT_AFTER.toNanos();
        boolean silent = now - heardAt > SILENT_AFTER.toNanos();
        boolean takes = !hidden && !stuck && !silent;
        outdated |= !takes;
        return takes;
    }

    /**
     * Whether a drawing can be sent at once, asked with the page's lock held: drawings without a connection pile up in the page until there
     * is one, even if beats arrive.
     */
    boolean isConnected() {
        PushConnection push = ui.getInternals().getPushConnection();
        return push != null && push.isConnected();
    }

    synchronized void passOver() {
        outdated = true;
    }

    /** Called after drawing, with the page's lock held. */
    void drawn() {
        long number = next(ui.getInternals().isDirty());
        if (number > 0) {
            marker.setAttribute("drawn", Long.toString(number));
        }
    }

    synchronized boolean isGone() {
        Duration limit = hidden ? HIDDEN_GONE_AFTER : GONE_AFTER;
        return ticker.getAsLong() - heardAt > limit.toNanos();
    }

    /** The number of this drawing, or 0 if nothing is sent. */
    synchronized long next(boolean dirty) {
        outdated = false;
        if (!dirty) {
            return 0;
        }
        if (drawn == shown) {
            progressAt = ticker.getAsLong();
        }
        return ++drawn;
    }

    /**
     * The console's answer to a page's beat.
     *
     * @param drawn the number of the last drawing that was sent
     * @param outdated whether the page was passed over since
     */
    record Standing(long drawn, boolean outdated) {}
}
