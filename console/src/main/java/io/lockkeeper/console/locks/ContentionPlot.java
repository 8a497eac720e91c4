package io.lockkeeper.console.locks;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.shell.Table;
import io.lockkeeper.console.shell.Words;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** How many waited over time: a bar for each part of it, what is most in words, and the same as a table. */
final class ContentionPlot extends Div {

    private static final double LOWEST_PERCENT = 8;

    ContentionPlot(Contention contention, Instant now) {
        addClassName("contention");
        int highest = contention.highest();
        if (highest == 0) {
            add(new Paragraph("Nobody waited for it in this time."));
            return;
        }
        int worst = contention.most().indexOf(highest);
        String told = "At most %,d waited at once, about %s."
                .formatted(highest, Words.moment(contention.beginning(worst), now));
        add(new Paragraph(told), bars(contention, highest, told), scale(contention, now), table(contention, now));
    }

    private static Div bars(Contention contention, int highest, String told) {
        Div bars = new Div();
        bars.addClassName("bars");
        bars.getElement().setAttribute("role", "img");
        bars.getElement().setAttribute("aria-label", told);
        for (int most : contention.most()) {
            Span bar = new Span();
            double percent = most == 0 ? 0 : LOWEST_PERCENT + (100 - LOWEST_PERCENT) * most / highest;
            bar.getStyle().set("height", String.format(Locale.ROOT, "%.1f%%", percent));
            bars.add(bar);
        }
        return bars;
    }

    private static Div scale(Contention contention, Instant now) {
        Div scale = new Div(new Span(Words.moment(contention.from(), now)), new Span("now"));
        scale.addClassNames("scale", "dim", "num");
        return scale;
    }

    private static NativeDetails table(Contention contention, Instant now) {
        Table table = new Table("Most waiting at once", "contention", List.of("From", "Waiting at most"));
        for (int i = 0; i < contention.most().size(); i++) {
            if (contention.most().get(i) > 0) {
                NativeTableRow row = Table.row("contention");
                row.add(
                        Table.cell(new Span(Words.moment(contention.beginning(i), now))),
                        Table.cell(new Span("%,d".formatted(contention.most().get(i)))));
                table.body().add(row);
            }
        }
        return new NativeDetails("As a table", table);
    }
}
