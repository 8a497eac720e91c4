package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.face.marks.TimeMarkTicks;
import io.lockkeeper.console.remember.history.Gap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The scale around the slider of a day: its hours below, above it its marks, and behind it the gaps in the record. */
final class DayScale {

    private static final double THINNEST = .5;

    private final Div gaps = part("gaps");
    private final Div hours = part("hours", "dim", "num");
    private final TimeMarkTicks marks = new TimeMarkTicks();
    private @Nullable Day day;
    private List<Gap> unrecorded = List.of();
    private List<TimeMark> marked = List.of();

    Div gaps() {
        return gaps;
    }

    Div hours() {
        return hours;
    }

    Div marks() {
        return marks;
    }

    void show(Day shown, List<Gap> missing, List<TimeMark> events) {
        if (!shown.equals(day)) {
            hours.removeAll();
            shown.hours().forEach(hour -> hours.add(at(hour.percent(), hour.words())));
        }
        if (!shown.equals(day) || !missing.equals(unrecorded)) {
            gaps.removeAll();
            missing.stream().filter(shown::overlaps).forEach(gap -> gaps.add(bar(shown, gap)));
        }
        if (!shown.equals(day) || !events.equals(marked)) {
            marks.show(events, shown::percent);
        }
        day = shown;
        unrecorded = missing;
        marked = events;
    }

    private static Span bar(Day day, Gap gap) {
        double from = day.percent(gap.from());
        Span bar = at(Math.min(from, 100 - THINNEST), "");
        bar.setClassName(gap.css());
        bar.getStyle().set("width", text(Math.max(THINNEST, day.percent(gap.until()) - from)));
        return bar;
    }

    private static Span at(double percent, String words) {
        Span span = new Span(words);
        span.getStyle().set("left", text(percent));
        return span;
    }

    private static String text(double percent) {
        return String.format(Locale.ROOT, "%.2f%%", percent);
    }

    private static Div part(String... css) {
        Div part = new Div();
        part.addClassNames(css);
        part.getElement().setAttribute("aria-hidden", "true");
        return part;
    }
}
