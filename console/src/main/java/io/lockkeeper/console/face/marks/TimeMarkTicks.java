package io.lockkeeper.console.face.marks;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.past.TimeMark;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Marks as ticks on a line of time. For people who see them; a {@link TimeMarkList} says the same. */
public final class TimeMarkTicks extends Div {

    public TimeMarkTicks() {
        addClassName("marks");
        getElement().setAttribute("aria-hidden", "true");
    }

    /**
     * Draws these in place of those before.
     *
     * @param percent where on the line an instant is
     */
    public void show(List<TimeMark> marks, ToDoubleFunction<Instant> percent) {
        removeAll();
        marks.forEach(mark -> add(tick(mark, percent.applyAsDouble(mark.at()))));
    }

    private static Span tick(TimeMark mark, double percent) {
        Span tick = new Span();
        tick.getStyle().set("left", String.format(Locale.ROOT, "%.2f%%", percent));
        tick.setClassName(mark.kind().css());
        tick.setTitle(mark.words());
        return tick;
    }
}
