package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.Table;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The last hour as numbers, for whoever cannot see the bars. Nothing is sent while it is folded. */
final class HourTable extends Div {

    private static final List<String> COLUMNS =
            List.of("Minutes ago", "Held at most", "Waiting at most", "Grants", "Evictions");

    private final Table table = new Table("The last hour, minute by minute", "hour", COLUMNS);
    private final KeyedRows<Integer, Line, MinuteRow> rows =
            new KeyedRows<>(table.body(), Line::ago, MinuteRow::new, (row, line) -> row.show(line));
    private final NativeDetails details;
    private List<Minute> hour = List.of();

    private record Line(int ago, Minute minute) {}

    HourTable() {
        addClassName("hour-table");
        Div scrolled = new Div(table);
        scrolled.addClassName("scrolled");
        scrolled.getElement().setAttribute("tabindex", "0");
        scrolled.getElement().setAttribute("role", "region");
        scrolled.getElement().setAttribute("aria-label", "The last hour, minute by minute");
        details = new NativeDetails("As a table", scrolled);
        details.addToggleListener(toggled -> draw());
        add(details);
    }

    /** @param minutes the newest last */
    void show(List<Minute> minutes) {
        hour = minutes;
        draw();
    }

    private void draw() {
        if (details.isOpen()) {
            int last = hour.size() - 1;
            rows.show(IntStream.rangeClosed(0, last)
                    .mapToObj(ago -> new Line(ago, hour.get(last - ago)))
                    .toList());
        }
    }

    private static final class MinuteRow extends NativeTableRow {

        private final List<Span> figures =
                COLUMNS.stream().map(column -> new Span()).toList();

        MinuteRow() {
            addClassName("hour");
            getElement().setAttribute("role", "row");
            figures.forEach(figure -> {
                figure.addClassName("num");
                add(Table.cell(figure));
            });
        }

        void show(Line line) {
            Minute minute = line.minute();
            int[] values = {line.ago(), minute.held(), minute.waiting(), minute.grants(), minute.evictions()};
            IntStream.range(0, values.length)
                    .forEach(i -> Components.text(
                            figures.get(i),
                            i == 0 || minute.seen() ? String.format(Locale.ROOT, "%,d", values[i]) : "not seen"));
            if (minute.seen() && minute.partlyUnseen()) {
                Components.text(figures.getFirst(), String.format(Locale.ROOT, "%,d, partly not seen", line.ago()));
            }
        }
    }
}
