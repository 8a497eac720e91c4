package io.lockkeeper.console.face.marks;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.remember.history.KnownTime.Extent;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A bar for each slice of a time: hatched where nothing is known, underlined where not all is. For people who see them; the label, and a
 * table beside them, say the same.
 */
public final class Bars extends Div {

    private static final double LOWEST_PERCENT = 8;

    private final @Nullable IntConsumer choose;
    private List<Bar> bars = List.of();

    /**
     * A bar's value.
     *
     * @param known how much of its slice is known
     * @param title what it says to a pointer; empty for nothing
     */
    public record Value(double value, Extent known, String title) {}

    public Bars() {
        this(null);
    }

    /**
     * Bars of which one can be chosen.
     *
     * @param choose called with the bar that a pointer chose; null if none can be
     */
    public Bars(@Nullable IntConsumer choose) {
        this.choose = choose;
        addClassName("bars");
        if (choose != null) {
            addClassName("chosen-from");
        }
        getElement().setAttribute("role", "img");
    }

    /**
     * Draws these in place of those before.
     *
     * @param most the value of the highest
     * @param label the same in words
     */
    public void show(List<Value> values, double most, String label) {
        if (bars.size() != values.size()) {
            removeAll();
            bars = IntStream.range(0, values.size()).mapToObj(this::bar).toList();
            bars.forEach(this::add);
        }
        IntStream.range(0, bars.size()).forEach(i -> bars.get(i).show(values.get(i), most));
        getElement().setAttribute("aria-label", label);
    }

    private Bar bar(int number) {
        Bar bar = new Bar();
        IntConsumer chosen = choose;
        if (chosen != null) {
            bar.addClickListener(click -> chosen.accept(number));
        }
        return bar;
    }

    /** Sends its height only where that changes. */
    private static final class Bar extends Span {

        private static final double UNSEEN = -1;
        private double shown = UNSEEN;

        Bar() {
            setClassName("not-seen");
        }

        void show(Value value, double most) {
            if (!value.title().isEmpty()) {
                setTitle(value.title());
            }
            setClassName("partly-seen", value.known() == Extent.PART);
            draw(value.known() == Extent.NONE ? UNSEEN : percent(value.value(), most));
        }

        private void draw(double percent) {
            if (percent != shown) {
                shown = percent;
                setClassName("not-seen", percent == UNSEEN);
                getStyle().set("--height", String.format(Locale.ROOT, "%.1f%%", Math.max(0, percent)));
            }
        }

        /** Even the smallest value stays visible. */
        private static double percent(double value, double most) {
            return value == 0 ? 0 : LOWEST_PERCENT + (100 - LOWEST_PERCENT) * value / most;
        }
    }
}
