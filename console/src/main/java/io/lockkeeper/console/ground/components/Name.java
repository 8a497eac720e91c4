package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.HtmlComponent;
import com.vaadin.flow.component.Tag;
import com.vaadin.flow.component.html.Anchor;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.Objects;

/**
 * A name that identifies a row: a lock's, a holder's, an instance's. If it has too little room, {@code names.js} cuts it where the page's
 * other names agree, never so that two read alike. The whole name stays in the page and is its tooltip. Rows of a grid write
 * {@code <lk-name name="…">} in their templates.
 */
@Tag("lk-name")
public final class Name extends HtmlComponent {

    private static final String NAME = "name";

    public Name() {}

    /** @param text as it is shown */
    public Name(String text) {
        show(text);
    }

    public Name(String text, String css) {
        show(text);
        setClassName(css);
    }

    public void show(String text) {
        if (!text.equals(text())) {
            getElement().setAttribute(NAME, text);
        }
    }

    private String text() {
        return Objects.requireNonNullElse(getElement().getAttribute(NAME), "");
    }

    public static Anchor link(String address, String lock) {
        Anchor link = new Anchor(address, new Name(Formats.name(lock)));
        link.setRouterIgnore(false);
        return link;
    }
}
