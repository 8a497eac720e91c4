package io.lockkeeper.console.face.marks;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Bars as numbers, each row with a link to its time in the history. Nothing is sent while it is folded. */
public final class SliceTable extends Div {

    private static final String LABEL = "The bars as numbers";

    private final KeyedRows<Instant, Line, SliceRow> rows;
    private final NativeDetails details;
    private List<Line> shown = List.of();

    /**
     * The numbers of a slice.
     *
     * @param address its time in the history
     * @param note what is to be said of it; empty for nothing
     */
    public record Line(Instant begin, String address, String note, List<String> values) {}

    /**
     * An empty table.
     *
     * @param columns the names of the numbers
     */
    public SliceTable(String... columns) {
        addClassName("slice-table");
        List<String> names = new ArrayList<>(List.of(Times.present().titled("From")));
        names.addAll(List.of(columns));
        Table table = new Table(LABEL, "slice", names);
        rows = new KeyedRows<>(
                table.body(), Line::begin, () -> new SliceRow(columns.length), (row, line) -> row.show(line));
        Div scrolled = new Div(table);
        scrolled.addClassName("scrolled");
        scrolled.getElement().setAttribute("tabindex", "0");
        scrolled.getElement().setAttribute("role", "region");
        scrolled.getElement().setAttribute("aria-label", LABEL);
        details = new NativeDetails("As a table", scrolled);
        details.addToggleListener(toggled -> draw());
        add(details);
    }

    /**
     * Shows these, the newest first.
     *
     * @param lines the oldest first
     */
    public void show(List<Line> lines) {
        shown = lines;
        draw();
    }

    private void draw() {
        if (details.isOpen()) {
            rows.show(shown.reversed());
        }
    }

    private static final class SliceRow extends NativeTableRow {

        private final Anchor from = new Anchor();
        private final Span note = new Span();
        private final List<Span> figures;

        SliceRow(int columns) {
            addClassName("slice");
            getElement().setAttribute("role", "row");
            from.addClassName("num");
            from.getElement().setAttribute("router-link", true);
            from.setTitle("Show this time in the history");
            add(Table.cell(from, note));
            figures = Stream.generate(Span::new).limit(columns).toList();
            figures.forEach(figure -> {
                figure.addClassName("num");
                add(Table.cell(figure));
            });
        }

        void show(Line line) {
            Components.text(from, Times.present().seconds(line.begin()));
            from.setHref(line.address());
            Components.text(note, line.note());
            IntStream.range(0, figures.size())
                    .forEach(i -> Components.text(figures.get(i), line.values().get(i)));
        }
    }
}
