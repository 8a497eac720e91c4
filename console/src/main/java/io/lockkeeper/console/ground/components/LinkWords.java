package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.HtmlContainer;

/** The page's own messages about its connection to the console. */
public final class LinkWords {

    private LinkWords() {}

    /** Replaces the badge while the console does not answer. */
    public static Component lost() {
        return new HtmlContainer("lk-link");
    }

    /** The time up to which the board is complete. */
    public static Component asOf() {
        HtmlContainer asOf = new HtmlContainer("lk-as-of");
        asOf.addClassName("num");
        return asOf;
    }
}
