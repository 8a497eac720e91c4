package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.html.NativeButton;
import java.util.Locale;

/** Shows the first of many, and more when asked: hidden ones cost nothing. */
public final class ShowMoreButton extends NativeButton {

    private final int step;
    private int shown;

    /** @param step how many are shown at first, and how many more each time */
    public ShowMoreButton(int step, Runnable draw) {
        this.step = step;
        shown = step;
        addClassName("more");
        setVisible(false);
        addClickListener(click -> {
            shown += step;
            draw.run();
        });
    }

    /** How many to show of {@code all}; the button says how many are left. */
    public int of(int all) {
        int left = all - shown;
        setVisible(left > 0);
        setText(
                left > step
                        ? String.format(Locale.ROOT, "Show %,d more of %,d", step, left)
                        : String.format(Locale.ROOT, "Show %,d more", left));
        return Math.min(shown, all);
    }

    /** How many are asked for by now. */
    public int wanted() {
        return shown;
    }

    /** Shows only the first again. */
    public void reset() {
        shown = step;
    }
}
