package io.lockkeeper.console.shell;

import com.vaadin.flow.component.HasStyle;
import com.vaadin.flow.component.HasText;

/** Changes that are sent to the browser only where something changes: Vaadin sends an empty text and a style's name each time. */
public final class Draw {

    private Draw() {}

    public static void text(HasText component, String text) {
        if (!text.equals(component.getText())) {
            component.setText(text);
        }
    }

    public static void css(HasStyle component, String names) {
        if (!names.equals(component.getClassName())) {
            component.setClassName(names);
        }
    }
}
