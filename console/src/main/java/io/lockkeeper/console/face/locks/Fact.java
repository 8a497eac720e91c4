package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.formats.Formats;

/** A name and its value on one line of a card. */
public final class Fact extends Div {

    private final Span label = new Span();

    public Fact(String name, Component value) {
        addClassName("fact");
        label.addClassName("label");
        value.addClassName("value");
        add(label, value);
        rename(name);
    }

    void rename(String name) {
        Components.text(label, name);
    }

    /** Stands for an unknown value, with the reason as a tooltip. */
    public static Span unknown(String why) {
        Span unknown = new Span("unknown");
        unknown.addClassName("dim");
        unknown.setTitle(why);
        return unknown;
    }

    /** A text by others: made visible, isolated, and repeated as a tooltip. */
    public static Span text(String text) {
        Span value = new Span(Formats.visible(text));
        value.getElement().setAttribute("dir", "auto");
        value.setTitle(Formats.visible(text));
        return value;
    }
}
