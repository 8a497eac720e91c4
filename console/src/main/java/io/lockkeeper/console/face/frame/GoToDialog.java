package io.lockkeeper.console.face.frame;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.HtmlContainer;
import com.vaadin.flow.component.Tag;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Input;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.data.value.ValueChangeMode;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.List;
import java.util.function.Function;

/** Finds a lock, a service or a page by a few letters, from any page. The script moves among what is found, and follows it. */
@Tag("dialog")
final class GoToDialog extends HtmlContainer {

    private static final String LIST = "go-to-list";
    private static final int LONGEST = 200;
    private static final int PAUSE_MILLIS = 120;

    private final Div found = styled(new Div(), "found");
    private final Function<String, List<Destinations.Destination>> find;
    private final Background background;
    private int question;

    /** @param find finds the best first, on a thread of its own */
    GoToDialog(Function<String, List<Destinations.Destination>> find, Background background) {
        this.find = find;
        this.background = background;
        addClassName("go-to-dialog");
        getElement().setAttribute("aria-label", "Go to");
        Input text = new Input(ValueChangeMode.LAZY);
        text.setValueChangeTimeout(PAUSE_MILLIS);
        text.setPlaceholder("Lock, service or page");
        text.addValueChangeListener(event -> ask(event.getValue()));
        combobox(text);
        found.setId(LIST);
        found.getElement().setAttribute("role", "listbox").setAttribute("aria-label", "Found");
        add(text, found);
        show("", find.apply(""));
    }

    private static void combobox(Input text) {
        text.getElement()
                .setAttribute("role", "combobox")
                .setAttribute("aria-label", "Lock, service or page")
                .setAttribute("aria-expanded", "true")
                .setAttribute("aria-autocomplete", "list")
                .setAttribute("aria-controls", LIST)
                .setAttribute("autocomplete", "off")
                .setAttribute("spellcheck", "false")
                .setAttribute("maxlength", Integer.toString(LONGEST));
    }

    /** The button that opens it. */
    Component opener() {
        Span keys = styled(new Span("Ctrl K"), "hint");
        NativeButton opener = new NativeButton();
        opener.add(VaadinIcon.SEARCH.create(), styled(new Span("Go to …"), "words"), keys);
        opener.addClassName("go-to");
        opener.setTitle("Go to a lock, a service or a page");
        opener.getElement().setAttribute("aria-keyshortcuts", "Control+K Meta+K");
        opener.getElement().executeJs("window.lockkeeper.goesTo(this, $0)", getElement());
        return opener;
    }

    /** Searches for the text, cut to the field's length; of several searches, the last one counts. */
    private void ask(String text) {
        int number = ++question;
        String sought = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
        background.read(
                () -> find.apply(sought),
                all -> {
                    if (number == question) {
                        show(text, all);
                    }
                },
                failed -> show(text, List.of()));
    }

    /** The list says what it answers: a key that is pressed before waits for it. */
    private void show(String text, List<Destinations.Destination> all) {
        found.removeAll();
        for (int i = 0; i < all.size(); i++) {
            found.add(option(all.get(i), i));
        }
        if (all.isEmpty()) {
            found.add(styled(new Span("Nothing of that name is in use."), "nothing"));
        }
        found.getElement().setAttribute("data-answers", text);
    }

    private static Anchor option(Destinations.Destination to, int place) {
        Span kind = styled(new Span(to.kind()), "kind");
        Span about = styled(new Span(Formats.visible(to.about())), "about");
        Anchor option = new Anchor(to.address(), kind, new Name(Formats.name(to.title())), about);
        option.setRouterIgnore(false);
        option.setId("go-to-" + place);
        option.setTabIndex(-1);
        option.getElement().setAttribute("role", "option");
        return option;
    }
}
