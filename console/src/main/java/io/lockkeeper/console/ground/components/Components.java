package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.HasStyle;
import com.vaadin.flow.component.HasText;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.component.textfield.TextFieldVariant;
import com.vaadin.flow.data.value.ValueChangeMode;
import io.lockkeeper.console.ground.formats.Formats;

/** Texts and styles. A change is sent to the browser only where something changes: Vaadin sends an empty text and a style's name each time. */
public final class Components {

    private Components() {}

    public static void text(HasText component, String text) {
        if (!text.equals(component.getText())) {
            component.setText(text);
        }
    }

    /** The component itself, with these classes of the style sheet. */
    public static <T extends HasStyle> T styled(T component, String... css) {
        component.addClassNames(css);
        return component;
    }

    /** Stands in a page that has nothing to show: why, and what to do. */
    public static Div message(String what, String next) {
        return styled(new Div(new H2(what), new Paragraph(next)), "message");
    }

    /** A small button for what a row or a card is about; a screen reader hears of what. */
    public static Button action(String verb, String of, Runnable does) {
        Button button = new Button(verb, click -> does.run());
        button.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        button.setAriaLabel(verb.replace("…", "") + ": " + of);
        return button;
    }

    /** A text that may be anything, with the whole of it as tooltip where a column cuts it. */
    public static Span span(String css, String text) {
        Span span = new Span(Formats.visible(text));
        span.setClassName(css);
        span.setTitle(Formats.visible(text));
        return span;
    }

    /** A field that narrows a list, so long after its user has stopped typing. */
    public static TextField filter(String placeholder, String label, int delayMillis) {
        TextField filter = new TextField();
        filter.setPlaceholder(placeholder);
        filter.setAriaLabel(label);
        filter.setClearButtonVisible(true);
        filter.setValueChangeMode(ValueChangeMode.LAZY);
        filter.setValueChangeTimeout(delayMillis);
        filter.addThemeVariants(TextFieldVariant.LUMO_SMALL);
        return filter;
    }

    /** The field that searches a whole page. */
    public static TextField search(String placeholder, String label, int delayMillis) {
        TextField search = filter(placeholder, label, delayMillis);
        search.setPrefixComponent(VaadinIcon.SEARCH.create());
        search.addClassName("search");
        return search;
    }

    public static void css(HasStyle component, String names) {
        if (!names.equals(component.getClassName())) {
            component.setClassName(names);
        }
    }
}
