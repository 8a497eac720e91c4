package io.lockkeeper.console.watch.heartbeat;

import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.watch.board.Freshness;

/** How fresh the page is, in its corner. */
public final class FreshnessBadge extends Span {

    public FreshnessBadge() {
        addClassName("badge");
        getElement().setAttribute("role", "status");
    }

    public void show(Freshness freshness) {
        show(freshness, "");
    }

    /** The same where something on the page is older than the locks: what, in words; empty for nothing. */
    public void show(Freshness freshness, String late) {
        BadgeText text = BadgeText.of(freshness, late);
        Components.text(this, text.words());
        Components.css(this, "badge " + text.css());
    }
}
