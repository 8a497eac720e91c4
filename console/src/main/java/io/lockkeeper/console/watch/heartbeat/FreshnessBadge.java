package io.lockkeeper.console.watch.heartbeat;

import com.vaadin.flow.component.HtmlContainer;
import com.vaadin.flow.component.Tag;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Progress;
import java.util.Locale;

/** The badge of the page's freshness, in its corner, by which the page's times stand still while its board is not live. */
@Tag("lk-badge")
public final class FreshnessBadge extends HtmlContainer {

    public FreshnessBadge() {
        addClassName("badge");
        getElement().setAttribute("role", "status");
    }

    public void show(Freshness freshness) {
        show(freshness, "");
    }

    /** Shows the freshness, and what on the page is older than the locks, in words; empty for nothing. */
    public void show(Freshness freshness, String late) {
        BadgeText text = BadgeText.of(freshness, late);
        Components.text(this, text.words());
        Components.css(this, "badge " + text.css());
        if (freshness.isLive() || freshness.asOf() == null) {
            getElement().removeAttribute("at");
        } else {
            getElement().setAttribute("at", Long.toString(freshness.asOf().toEpochMilli()));
        }
    }

    /**
     * The freshness of the page: a word, a shape and a colour.
     *
     * @param words what the badge says
     * @param css the name under which the style sheet knows it
     */
    record BadgeText(String words, String css) {

        private static final long WORTH_TELLING = 100_000;

        /** @param late what is older than the locks, in words; empty for nothing */
        static BadgeText of(Freshness freshness, String late) {
            return switch (freshness.state()) {
                case LIVE -> late.isEmpty() ? new BadgeText("● live", "live") : new BadgeText("◐ " + late, "behind");
                case STARTING -> new BadgeText("◐ reading the locks" + progress(freshness), "behind");
                case BEHIND ->
                    new BadgeText(
                            "◐ behind by " + Formats.duration(freshness.behind())
                                    + (freshness.reading() == null ? "" : ", reading the locks" + progress(freshness)),
                            "behind");
                case DISCONNECTED ->
                    new BadgeText(
                            freshness.asOf() == null
                                    ? "○ not connected to MongoDB yet"
                                    : "○ disconnected since %s, showing the last known state"
                                            .formatted(Times.present()
                                                    .moment(
                                                            freshness.asOf(),
                                                            freshness.asOf().plus(freshness.behind()))),
                            "disconnected");
            };
        }

        /** Empty where the reading is done in a moment. */
        private static String progress(Freshness freshness) {
            Progress reading = freshness.reading();
            return reading == null || reading.of() < WORTH_TELLING
                    ? ""
                    : String.format(Locale.ROOT, ": %,d of %,d", reading.read(), reading.of());
        }
    }
}
