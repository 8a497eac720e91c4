package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.ComponentUtil;
import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.notification.Notification;
import com.vaadin.flow.component.notification.Notification.Position;
import com.vaadin.flow.component.notification.NotificationVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The one place in which the console speaks up. What can still be read on a page is not said there twice, and a page has
 * {@value #MOST} toasts at most: one request may hold a thousand calls that fail.
 */
public final class Toasts {

    static final int MOST = 5;
    private static final int SHORT_MILLIS = 3_000;
    private static final int LONG_MILLIS = 10_000;

    /** The toasts of one page, the oldest first. Used holding the page's lock. */
    private final Map<String, Notification> open = new LinkedHashMap<>();

    private Toasts() {}

    public static void say(String sentence) {
        ofPage().show(sentence, SHORT_MILLIS);
    }

    /** Says what happened, what it means and what to do. */
    public static void warn(String sentence) {
        ofPage().show(sentence, LONG_MILLIS, NotificationVariant.LUMO_ERROR);
    }

    private static Toasts ofPage() {
        UI page = UI.getCurrent();
        Toasts known = ComponentUtil.getData(page, Toasts.class);
        if (known != null) {
            return known;
        }
        Toasts toasts = new Toasts();
        ComponentUtil.setData(page, Toasts.class, toasts);
        return toasts;
    }

    private void show(String sentence, int millis, NotificationVariant... variants) {
        open.values().removeIf(toast -> !toast.isOpened());
        if (!open.containsKey(sentence)) {
            Notification toast = Notification.show(sentence, millis, Position.BOTTOM_CENTER);
            toast.addThemeVariants(variants);
            open.put(sentence, toast);
            List<Notification> surplus = new ArrayList<>(open.values()).subList(0, Math.max(0, open.size() - MOST));
            surplus.forEach(Notification::close);
        }
    }
}
