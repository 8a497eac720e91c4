package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.notification.Notification;
import com.vaadin.flow.component.notification.Notification.Position;
import com.vaadin.flow.component.notification.NotificationVariant;

/** The one place in which the console speaks up. */
public final class Toasts {

    private static final int SHORT_MILLIS = 3_000;
    private static final int LONG_MILLIS = 10_000;

    private Toasts() {}

    public static void say(String sentence) {
        Notification.show(sentence, SHORT_MILLIS, Position.BOTTOM_CENTER);
    }

    /** Says what happened, what it means and what to do. */
    public static void warn(String sentence) {
        Notification toast = Notification.show(sentence, LONG_MILLIS, Position.BOTTOM_CENTER);
        toast.addThemeVariants(NotificationVariant.LUMO_ERROR);
    }
}
