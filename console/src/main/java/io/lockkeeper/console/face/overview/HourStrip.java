package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One quantity over the last hour: a bar per minute, with the total or the maximum in words. */
final class HourStrip extends Div {

    private static final double LOWEST_PERCENT = 8;

    private final Span words = new Span();
    private final Div chart = new Div();
    private final List<Bar> bars =
            Stream.generate(Bar::new).limit(HourCount.MINUTES).toList();
    private final String title;
    private final boolean sum;
    private final ToIntFunction<Minute> value;
    private List<Minute> drawn = List.of();

    /** @param sum whether the words give the hour's total; otherwise its maximum */
    HourStrip(String title, String css, boolean sum, ToIntFunction<Minute> value) {
        this.title = title;
        this.sum = sum;
        this.value = value;
        addClassNames("strip", css);
        Span name = new Span(title);
        name.addClassName("strip-name");
        words.addClassNames("dim", "num");
        chart.addClassName("bars");
        chart.getElement().setAttribute("role", "img");
        bars.forEach(chart::add);
        add(name, chart, words);
    }

    void show(List<Minute> hour) {
        if (hour.equals(drawn)) {
            return;
        }
        drawn = hour;
        int most = hour.stream().mapToInt(value).max().orElse(0);
        int missing = bars.size() - hour.size();
        IntStream.range(0, bars.size())
                .forEach(i -> draw(bars.get(i), i < missing ? Minute.UNSEEN : hour.get(i - missing), most));
        String told = told(hour, most);
        Components.text(words, told);
        chart.getElement()
                .setAttribute(
                        "aria-label", title + " in the last hour: " + told + ". The table below has each minute.");
    }

    private void draw(Bar bar, Minute minute, int most) {
        if (minute.seen()) {
            bar.show(percent(value.applyAsInt(minute), most), minute.partlyUnseen());
        } else {
            bar.unseen();
        }
    }

    private String told(List<Minute> hour, int most) {
        int total = hour.stream().mapToInt(value).sum();
        long seen = hour.stream().filter(Minute::seen).count();
        return sum
                ? String.format(Locale.ROOT, "%,d in %d min", total, seen)
                : String.format(Locale.ROOT, "at most %,d", most);
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
