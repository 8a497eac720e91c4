package io.lockkeeper.console.locks;

import com.vaadin.flow.component.html.NativeButton;

/** Says how many changes of the order wait while the user's hand is in the list, and makes them when asked. */
final class HeldBack extends NativeButton {

    HeldBack(Runnable apply) {
        addClassName("held-back");
        setVisible(false);
        addClickListener(click -> apply.run());
    }

    void show(int changes) {
        setVisible(changes > 0);
        setText(changes == 1 ? "1 change · apply" : "%,d changes · apply".formatted(changes));
    }
}
