package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.HtmlContainer;
import io.lockkeeper.console.ground.formats.Formats;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times that go on by themselves in the browser, counted by the server's clock. */
public final class Ticking {

    private Ticking() {}

    /** How long ago something was. */
    public static Component age(Instant since) {
        HtmlContainer age = new HtmlContainer("lk-age");
        age.getElement().setAttribute("since", Long.toString(since.toEpochMilli()));
        age.getElement().setAttribute("title", Formats.exact(since));
        return age;
    }

    /** How long something has lasted that ends at {@code until} at the latest. */
    public static Component age(Instant since, Instant until) {
        Component age = age(since);
        age.getElement().setAttribute("until", Long.toString(until.toEpochMilli()));
        return age;
    }

    /** Another time for a component that {@link #age(Instant)} made; without an end it goes on. */
    public static void show(Component age, Instant since, @Nullable Instant until) {
        age.getElement().setAttribute("since", Long.toString(since.toEpochMilli()));
        age.getElement().setAttribute("title", Formats.exact(since));
        if (until == null) {
            age.getElement().removeAttribute("until");
        } else {
            age.getElement().setAttribute("until", Long.toString(until.toEpochMilli()));
        }
    }

    /** The rest of a time, as a bar and in seconds. */
    public static Component left(Instant from, Instant until, String css) {
        Component left = new HtmlContainer("lk-left");
        show(left, from, until, css);
        return left;
    }

    /** Another time for a component that {@link #left} made. */
    public static void show(Component left, Instant from, Instant until, String css) {
        left.getElement().setAttribute("from", Long.toString(from.toEpochMilli()));
        left.getElement().setAttribute("until", Long.toString(until.toEpochMilli()));
        left.getElement().setAttribute("title", Formats.exact(until));
        if (!css.equals(left.getElement().getAttribute("class"))) { // Vaadin sends the same class again
            left.getElement().setAttribute("class", css);
        }
    }
}
