package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.html.Anchor;
import io.lockkeeper.console.ground.components.Components;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A number of locks, as a link to them where there are any: the Locks page with a search in its address. */
final class LockLinks extends Anchor {

    private String address = "";

    LockLinks() {
        addClassNames("locks-of", "num");
        getElement().setAttribute("router-link", true);
    }

    /**
     * Shows a number.
     *
     * @param label what a screen reader says, as in "3 held by billing"
     * @param search as the Locks page understands it; empty for one that finds too much
     */
    void show(int number, String label, String search) {
        Components.text(this, String.format(Locale.ROOT, "%,d", number));
        String next = number == 0 || search.isEmpty() ? "" : locks(search);
        setClassName("none", next.isEmpty());
        if (!next.equals(address)) {
            address = next;
            if (next.isEmpty()) {
                removeHref();
            } else {
                setHref(next);
            }
        }
        getElement().setAttribute("title", label);
    }

    /** The address of the locks that a search finds. */
    static String locks(String search) {
        return "locks?q=" + URLEncoder.encode(search, StandardCharsets.UTF_8);
    }

    static String ofService(String service) {
        return "service:\"%s\"".formatted(service);
    }

    static String ofAgent(String agent) {
        return "agent:\"%s\"".formatted(agent);
    }
}
