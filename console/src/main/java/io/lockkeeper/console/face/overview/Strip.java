package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.overview.Slice;
import io.lockkeeper.console.ask.overview.Slices;
import io.lockkeeper.console.ground.components.Components;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One quantity over a time: a bar for each slice of it, with the total or the maximum in words. */
final class Strip extends Div {

    private static final double LOWEST_PERCENT = 8;

    private final Span words = new Span();
    private final Div chart = new Div();
    private final String title;
    private final boolean sum;
    private final ToIntFunction<Slice> value;
    private List<Bar> bars = List.of();
    private @Nullable Slices drawn;

    /** @param sum whether the words give the total; otherwise the maximum */
    Strip(String title, String css, boolean sum, ToIntFunction<Slice> value) {
        this.title = title;
        this.sum = sum;
        this.value = value;
        addClassNames("strip", css);
        Span name = new Span(title);
        name.addClassName("strip-name");
        words.addClassNames("dim", "num");
        chart.addClassName("bars");
        chart.getElement().setAttribute("role", "img");
        add(name, chart, words);
    }

    void show(OverviewRange range, Slices slices) {
        if (slices.equals(drawn)) {
            return;
        }
        drawn = slices;
        if (bars.size() != range.slices()) {
            chart.removeAll();
            bars = Stream.generate(Bar::new).limit(range.slices()).toList();
            bars.forEach(chart::add);
        }
        List<Slice> all = slices.all();
        int most = all.stream().mapToInt(value).max().orElse(0);
        int missing = bars.size() - all.size();
        IntStream.range(0, bars.size())
                .forEach(i -> draw(bars.get(i), i < missing ? Slice.UNSEEN : all.get(i - missing), most));
        String told = told(slices, most);
        Components.text(words, told);
        chart.getElement()
                .setAttribute(
                        "aria-label",
                        "%s in the %s: %s. The table below has each bar.".formatted(title, range.words(), told));
    }

    private void draw(Bar bar, Slice slice, int most) {
        if (slice.seen()) {
            bar.show(percent(value.applyAsInt(slice), most), slice.partlyUnseen());
        } else {
            bar.unseen();
        }
    }

    private String told(Slices slices, int most) {
        int total = slices.all().stream().mapToInt(value).sum();
        return sum
                ? String.format(Locale.ROOT, "%,d in %s", total, length(slices.seen()))
                : String.format(Locale.ROOT, "at most %,d", most);
    }

    /** The duration in the largest unit of which it is at least two. */
    private static String length(Duration seen) {
        if (seen.toDays() > 1) {
            return seen.toDays() + " d";
        }
        return seen.toHours() > 1 ? seen.toHours() + " h" : seen.toMinutes() + " min";
    }

    /** Even the smallest value stays visible. */
    private static double percent(int value, int most) {
        return value == 0 ? 0 : LOWEST_PERCENT + (100 - LOWEST_PERCENT) * value / most;
    }

    /** Sends its height only where that changes. */
    private static final class Bar extends Span {

        private static final double UNSEEN = -1;
        private double shown = UNSEEN;

        Bar() {
            setClassName("not-seen");
        }

        void show(double percent, boolean partly) {
            setClassName("partly-seen", partly);
            if (percent != shown) {
                removeClassName("not-seen");
                shown = percent;
                getStyle().set("height", String.format(Locale.ROOT, "%.1f%%", percent));
            }
        }

        void unseen() {
            if (shown != UNSEEN) {
                shown = UNSEEN;
                getStyle().remove("height");
                addClassName("not-seen");
            }
        }
    }
}
