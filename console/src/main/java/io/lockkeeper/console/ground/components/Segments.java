package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** One choice of a few, as buttons side by side of which the chosen one is pressed. */
public final class Segments<T> extends Div {

    private static final String PRESSED = "aria-pressed";

    private final Map<T, NativeButton> buttons = new LinkedHashMap<>();

    /**
     * @param label what is chosen, for screen readers
     * @param title what stands on a choice's button
     * @param choose called with what the user chose
     */
    public Segments(String label, List<T> choices, Function<T, String> title, Consumer<T> choose) {
        addClassName("segments");
        getElement().setAttribute("role", "group");
        getElement().setAttribute("aria-label", label);
        choices.forEach(choice -> {
            NativeButton button = new NativeButton(title.apply(choice), click -> choose.accept(choice));
            button.addClassName("quiet");
            buttons.put(choice, button);
            add(button);
        });
    }

    public void show(T chosen) {
        buttons.forEach((choice, button) -> press(button, choice.equals(chosen)));
    }

    /** A button that is pressed, or not. */
    public static void press(NativeButton button, boolean is) {
        String wanted = Boolean.toString(is);
        if (!wanted.equals(button.getElement().getAttribute(PRESSED))) {
            button.getElement().setAttribute(PRESSED, wanted);
        }
        Components.css(button, is ? "quiet pressed" : "quiet");
    }
}
