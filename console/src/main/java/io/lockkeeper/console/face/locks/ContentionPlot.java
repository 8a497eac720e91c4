package io.lockkeeper.console.face.locks;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.dependency.JavaScript;
import com.vaadin.flow.component.dependency.StyleSheet;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.Usual.Quantiles;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The contention for a lock over time, drawn and as a table: grants, waiters, and how long it was held and waited for. */
@JavaScript("context://console/vendor/uplot-1.6.32.min.js")
@StyleSheet("context://console/vendor/uplot-1.6.32.min.css")
@JavaScript("context://console/plot.js")
final class ContentionPlot extends Div {

    private static final JsonMapper JSON = new JsonMapper();

    private final Paragraph told = new Paragraph();
    private final Div drawing = styled(new Div(), "plot");
    private final RedrawnPanel<Contention> table = new RedrawnPanel<>(ContentionPlot::table);
    private String drawn = "";

    /** The data for the script: instants in seconds, times in milliseconds, -1 for none. */
    record Drawn(
            long step,
            List<Long> from,
            List<Long> grants,
            List<Integer> waiting,
            List<Long> held,
            List<Long> waited,
            List<Unknown> unknown,
            String history) {}

    /** A time of which something is unknown, marked behind the lines. */
    record Unknown(double from, double until) {

        static Unknown of(Gap gap) {
            return new Unknown(gap.from().toEpochMilli() / 1000.0, gap.until().toEpochMilli() / 1000.0);
        }
    }

    ContentionPlot() {
        addClassName("contention");
        drawing.getElement().setAttribute("role", "img");
        Paragraph drag = styled(new Paragraph("Drag over a time to see its leases."), "dim", "drag");
        add(told, drawing, drag, new NativeDetails("As a table", table));
    }

    /** @param history the address of its leases, to which a time is added that somebody drags over */
    void show(Contention contention, List<Gap> gaps, String history) {
        String words = words(contention);
        Components.text(told, words);
        drawing.getElement().setAttribute("aria-label", words + " The table below says the same.");
        table.show(contention);
        String json = JSON.writeValueAsString(drawn(contention, gaps, history));
        if (!json.equals(drawn)) {
            drawn = json;
            drawing.getElement().executeJs("window.lockkeeper.drawContention(this, $0)", json);
        }
    }

    private static String words(Contention contention) {
        Contention.Moment worst = contention.worst();
        String since = Times.present().named(contention.moments().getFirst().from());
        String waiting = worst.waiting() == 0
                ? "no one waited"
                : String.format(
                        Locale.ROOT,
                        "at most %,d waited at once, about %s",
                        worst.waiting(),
                        Times.present().named(worst.from()));
        return "Since %s it was granted %s; %s.".formatted(since, times(contention.grants()), waiting);
    }

    private static String times(long count) {
        return count == 1 ? "once" : String.format(Locale.ROOT, "%,d times", count);
    }

    private static Drawn drawn(Contention contention, List<Gap> gaps, String history) {
        List<Contention.Moment> moments = contention.moments();
        return new Drawn(
                contention.step().toSeconds(),
                moments.stream().map(it -> it.from().getEpochSecond()).toList(),
                moments.stream().map(Contention.Moment::grants).toList(),
                moments.stream().map(Contention.Moment::waiting).toList(),
                moments.stream().map(it -> longest(it.held())).toList(),
                moments.stream().map(it -> longest(it.waited())).toList(),
                gaps.stream().map(Unknown::of).toList(),
                history);
    }

    /** A step often counts too few leases for a percentile. */
    private static long longest(@Nullable Quantiles times) {
        return times == null ? -1 : times.longest().toMillis();
    }

    private static List<String> columns() {
        return List.of(
                Times.present().titled("From"),
                "Grants",
                "Waiting at most",
                "Held: p50",
                "p95",
                "longest",
                "Waited: p50",
                "p95",
                "longest");
    }

    private static List<Component> table(Contention contention) {
        Table table = new Table("Contention over time", "contention", columns());
        contention.moments().stream().filter(Contention.Moment::tells).forEach(moment -> {
            NativeTableRow row = Table.row("contention");
            cell(row, Times.present().seconds(moment.from()));
            cell(row, String.format(Locale.ROOT, "%,d", moment.grants()));
            cell(row, String.format(Locale.ROOT, "%,d", moment.waiting()));
            times(row, moment.held());
            times(row, moment.waited());
            table.body().add(row);
        });
        Div scrolled = styled(new Div(table), "scrolled");
        scrolled.getElement().setAttribute("tabindex", "0");
        scrolled.getElement().setAttribute("role", "region");
        scrolled.getElement().setAttribute("aria-label", "Contention over time");
        return List.of(scrolled);
    }

    private static void times(NativeTableRow row, @Nullable Quantiles times) {
        cell(row, times == null || !times.isEnough() ? "–" : words(times.median()));
        cell(row, times == null || !times.isEnough() ? "–" : words(times.p95()));
        cell(row, times == null ? "–" : words(times.longest()));
    }

    private static String words(Duration time) {
        return Formats.precisely(time);
    }

    private static void cell(NativeTableRow row, String text) {
        row.add(Table.cell(styled(new Span(text), "num")));
    }
}
