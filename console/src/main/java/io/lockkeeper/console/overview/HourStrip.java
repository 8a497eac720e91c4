package io.lockkeeper.console.overview;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.shell.Draw;
import java.util.Collections;
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
            Stream.generate(Bar::new).limit(LastHour.MINUTES).toList();
    private final String title;
    private final boolean sum;
    private final ToIntFunction<Minute> value;
    private List<Integer> drawn = List.of();

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
        List<Integer> values = hour.stream().map(value::applyAsInt).toList();
        if (values.equals(drawn)) {
            return;
        }
        drawn = values;
        int most = Collections.max(values);
        int missing = bars.size() - values.size();
        IntStream.range(0, bars.size())
                .forEach(i -> bars.get(i).show(i < missing ? 0 : percent(values.get(i - missing), most)));
        String told = told(values, most);
        Draw.text(words, told);
        chart.getElement()
                .setAttribute(
                        "aria-label", title + " in the last hour: " + told + ". The table below has each minute.");
    }

    private String told(List<Integer> values, int most) {
        int total = values.stream().mapToInt(Integer::intValue).sum();
        return sum ? "%,d in %d min".formatted(total, values.size()) : "at most %,d".formatted(most);
    }

    /** Even the smallest value stays visible. */
    private static double percent(int value, int most) {
        return value == 0 ? 0 : LOWEST_PERCENT + (100 - LOWEST_PERCENT) * value / most;
    }

    /** Sends its height only where that changes. */
    private static final class Bar extends Span {

        private double shown;

        void show(double percent) {
            if (percent != shown) {
                shown = percent;
                getStyle().set("height", String.format(Locale.ROOT, "%.1f%%", percent));
            }
        }
    }
}
