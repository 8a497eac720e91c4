package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.past.PastAnswer;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.remember.history.DigestSum;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Locks that changed too often to record each lease: their totals, above the leases that are listed. */
final class CountedLeases extends Div {

    private static final List<String> COLUMNS =
            List.of("Lock", "Leases", "Gave up", "Held: p95", "Held: longest", "Waited: p95", "Waited: longest");

    private final RedrawnPanel<Shown> part = new RedrawnPanel<>(CountedLeases::content);

    /** @param narrowed whether the question names a service or a host */
    private record Shown(List<DigestSum> sums, boolean narrowed) {}

    CountedLeases() {
        addClassName("counted-leases");
        add(part);
    }

    void show(PastAnswer answer) {
        boolean narrowed = !answer.question().service().isEmpty()
                || !answer.question().host().isEmpty();
        part.show(new Shown(answer.counted(), narrowed));
    }

    private static List<Component> content(Shown shown) {
        if (shown.sums.isEmpty()) {
            return List.of();
        }
        Paragraph why = new Paragraph(
                "%s changed too often to record each lease. Slow leases, and those that ended otherwise than by a release, are listed below; these are the totals of the others%s. p95 is that of the worst minute."
                        .formatted(
                                shown.sums.size() == 1 ? "This lock" : "These locks",
                                shown.narrowed ? ", over all services and hosts" : ""));
        why.addClassName("counted-why");
        Table table = new Table("Leases that were counted", "counted-lease", COLUMNS);
        shown.sums.forEach(sum -> table.add(row(sum)));
        return List.of(why, table);
    }

    private static NativeTableRow row(DigestSum sum) {
        Component lock = Name.link("lock/" + LockAddress.of(sum.lock()), sum.lock());
        NativeTableRow row = Table.row("counted-lease");
        row.add(Table.cell(lock));
        row.add(Table.cell(number(String.format(Locale.ROOT, "%,d", sum.leases()))));
        row.add(Table.cell(number(String.format(Locale.ROOT, "%,d", sum.gaveUp()))));
        row.add(time(sum.heldP95()), time(sum.heldMax()), time(sum.waitedP95()), time(sum.waitedMax()));
        return row;
    }

    private static Component time(@Nullable Long millis) {
        return Table.cell(number(millis == null ? "–" : Formats.precisely(Duration.ofMillis(millis))));
    }

    private static Span number(String text) {
        Span number = new Span(text);
        number.addClassName("num");
        return number;
    }
}
