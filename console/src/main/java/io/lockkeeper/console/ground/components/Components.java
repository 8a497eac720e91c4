package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.HasStyle;
import com.vaadin.flow.component.HasText;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.formats.Formats;

/** Texts and styles. A change is sent to the browser only where something changes: Vaadin sends an empty text and a style's name each time. */
public final class Components {

    private Components() {}

    public static void text(HasText component, String text) {
        if (!text.equals(component.getText())) {
            component.setText(text);
        }
    }

    /** A text that may be anything, with the whole of it as tooltip where a column cuts it. */
    public static Span span(String css, String text) {
        Span span = new Span(Formats.visible(text));
        span.setClassName(css);
        span.setTitle(Formats.visible(text));
        return span;
    }

    public static void css(HasStyle component, String names) {
        if (!names.equals(component.getClassName())) {
            component.setClassName(names);
        }
    }
}
