package io.lockkeeper.console.shell;

import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.board.Freshness;

/** How fresh the page is, in its corner. */
public final class FreshnessBadge extends Span {

    public FreshnessBadge() {
        addClassName("badge");
        getElement().setAttribute("role", "status");
    }

    public void show(Freshness freshness) {
        BadgeText text = BadgeText.of(freshness);
        Draw.text(this, text.words());
        Draw.css(this, "badge " + text.css());
    }
}
