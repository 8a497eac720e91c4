package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.html.NativeButton;
import java.util.Locale;

/**
 * Says how many changes of the order are held back while the user's pointer or focus is in the list, and applies them on a
 * click.
 */
final class HeldBack extends NativeButton {

    HeldBack(Runnable apply) {
        addClassName("held-back");
        setVisible(false);
        addClickListener(click -> apply.run());
    }

    void show(int changes) {
        setVisible(changes > 0);
        setText(changes == 1 ? "1 change · apply" : String.format(Locale.ROOT, "%,d changes · apply", changes));
    }
}
