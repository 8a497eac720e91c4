package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.html.Span;

/** How large a part of a service's processes runs a version; the words beside it say the same. */
final class VersionBar extends Span {

    VersionBar(int part, int all) {
        addClassName("share");
        getElement().setAttribute("aria-hidden", "true");
        Span filled = new Span();
        filled.getStyle().set("width", Math.max(1, part * 100 / all) + "%");
        add(filled);
    }
}
