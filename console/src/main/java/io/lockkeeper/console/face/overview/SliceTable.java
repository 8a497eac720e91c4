package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.overview.Slice;
import io.lockkeeper.console.ask.overview.Slices;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The strips as numbers, each row with a link to its time in the history. Nothing is sent while it is folded. */
final class SliceTable extends Div {

    private static final String LABEL = "The bars as numbers";

    private final Table table = new Table(
            LABEL,
            "slice",
            List.of(Times.present().titled("From"), "Held at most", "Waiting at most", "Grants", "Evictions"));
    private final KeyedRows<Instant, Line, SliceRow> rows =
            new KeyedRows<>(table.body(), Line::begin, SliceRow::new, (row, line) -> row.show(line));
    private final NativeDetails details;
    private @Nullable Slices shown;

    private record Line(Instant begin, Instant end, Slice slice) {}

    SliceTable() {
        addClassName("slice-table");
        Div scrolled = new Div(table);
        scrolled.addClassName("scrolled");
        scrolled.getElement().setAttribute("tabindex", "0");
        scrolled.getElement().setAttribute("role", "region");
        scrolled.getElement().setAttribute("aria-label", LABEL);
        details = new NativeDetails("As a table", scrolled);
        details.addToggleListener(toggled -> draw());
        add(details);
    }

    void show(Slices slices) {
        shown = slices;
        draw();
    }

    /** The newest first. */
    private void draw() {
        Slices slices = shown;
        if (slices != null && details.isOpen()) {
            int last = slices.all().size() - 1;
            rows.show(IntStream.rangeClosed(0, last)
                    .map(i -> last - i)
                    .mapToObj(i -> new Line(
                            slices.begin(i), slices.begin(i + 1), slices.all().get(i)))
                    .toList());
        }
    }

    private static final class SliceRow extends NativeTableRow {

        private final Anchor from = new Anchor();
        private final Span partly = new Span();
        private final List<Span> figures = Stream.generate(Span::new).limit(4).toList();

        SliceRow() {
            addClassName("slice");
            getElement().setAttribute("role", "row");
            from.addClassName("num");
            from.getElement().setAttribute("router-link", true);
            from.setTitle("Show this time in the history");
            add(Table.cell(from, partly));
            figures.forEach(figure -> {
                figure.addClassName("num");
                add(Table.cell(figure));
            });
        }

        void show(Line line) {
            Slice slice = line.slice();
            Components.text(from, Times.present().seconds(line.begin()));
            from.setHref("history?at=%s&window=since&from=%s".formatted(line.end(), line.begin()));
            Components.text(partly, slice.seen() && slice.partlyUnseen() ? " partly not seen" : "");
            int[] values = {slice.held(), slice.waiting(), slice.grants(), slice.evictions()};
            IntStream.range(0, values.length)
                    .forEach(i -> Components.text(
                            figures.get(i), slice.seen() ? String.format(Locale.ROOT, "%,d", values[i]) : "not seen"));
        }
    }
}
