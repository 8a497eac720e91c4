package io.lockkeeper.console.locks;

import io.lockkeeper.console.board.Freshness;
import io.lockkeeper.console.shell.Words;

/**
 * How fresh the page is: a word, a shape and a colour.
 *
 * @param words what the badge says
 * @param css the name under which the style sheet knows it
 */
record BadgeText(String words, String css) {

    static BadgeText of(Freshness freshness) {
        return switch (freshness.state()) {
            case LIVE -> new BadgeText("● live", "live");
            case STARTING -> new BadgeText("◐ reading the locks", "behind");
            case BEHIND -> new BadgeText("◐ behind by " + Words.duration(freshness.behind()), "behind");
            case DISCONNECTED ->
                new BadgeText(
                        freshness.asOf() == null
                                ? "○ not connected to MongoDB yet"
                                : "○ disconnected since %s, showing the last known state"
                                        .formatted(Words.clock(freshness.asOf())),
                        "disconnected");
        };
    }
}
