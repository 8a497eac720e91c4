package io.lockkeeper.console.shell;

import com.vaadin.flow.component.HasStyle;
import com.vaadin.flow.component.HasText;
import com.vaadin.flow.component.html.Span;

/** Texts and styles. A change is sent to the browser only where something changes: Vaadin sends an empty text and a style's name each time. */
public final class Draw {

    private Draw() {}

    public static void text(HasText component, String text) {
        if (!text.equals(component.getText())) {
            component.setText(text);
        }
    }

    /** A text that may be anything, with the whole of it as tooltip where a column cuts it. */
    public static Span span(String css, String text) {
        Span span = new Span(Words.visible(text));
        span.setClassName(css);
        span.setTitle(Words.visible(text));
        return span;
    }

    public static void css(HasStyle component, String names) {
        if (!names.equals(component.getClassName())) {
            component.setClassName(names);
        }
    }
}
