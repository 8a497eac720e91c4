package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.LeaseWords;
import io.lockkeeper.model.Eviction;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A lock's leases as a table, the newest first: what the timeline draws, in words and figures. */
final class LeaseTable extends Div {

    private static final int SHOWN = 20;

    private final Table table = new Table("Leases, the newest first", "lease", columns());
    private final KeyedRows<Object, LeaseRecord, Row> rows =
            new KeyedRows<>(table.body(), LeaseRecord::id, Row::new, Row::show);
    private final ShowMoreButton more = new ShowMoreButton(SHOWN, this::draw);
    private List<LeaseRecord> leases = List.of();

    LeaseTable() {
        addClassName("lease-table");
        add(table, more);
    }

    private static List<String> columns() {
        return List.of(Times.present().titled("Granted"), "Holder", "Held", "Waited", "Behind it", "How it ended");
    }

    void reset() {
        more.reset();
    }

    void show(List<LeaseRecord> newestFirst) {
        leases = newestFirst;
        draw();
    }

    private void draw() {
        rows.show(leases.subList(0, more.of(leases.size())));
    }

    private static final class Row extends NativeTableRow {

        private @Nullable LeaseRecord drawn;

        Row() {
            addClassName("lease");
            getElement().setAttribute("role", "row");
        }

        void show(LeaseRecord lease) {
            if (lease.equals(drawn)) {
                return;
            }
            drawn = lease;
            removeAll();
            Span at = Components.span("num", Times.present().seconds(lease.began()));
            OptionalLong token = lease.token();
            at.setTitle(Formats.exact(lease.began()) + (token.isPresent() ? ", token " + token.getAsLong() : ""));
            Span held = Components.span("num", LeaseWords.held(lease));
            held.setTitle(LeaseWords.uses(lease));
            add(
                    Table.cell(at),
                    Table.cell(new Name(Formats.visible(Timeline.who(lease)), "who")),
                    Table.cell(held),
                    Table.cell(Components.span("num", waited(lease))),
                    Table.cell(Components.span(
                            "num", lease.waiters() == null ? "–" : String.format(Locale.ROOT, "%,d", lease.waiters()))),
                    Table.cell(ending(lease)));
        }

        private static String waited(LeaseRecord lease) {
            return lease.waited()
                    .map(it -> it.compareTo(Duration.ofMillis(1)) < 0 ? "–" : Formats.lasted(it))
                    .orElse("unknown");
        }

        private static Component ending(LeaseRecord lease) {
            Span how = new Span(lease.ending() == null ? "held" : lease.ending().words());
            how.addClassNames(
                    "ending", lease.ending() == null ? "held" : lease.ending().css());
            Eviction evicted = lease.evicted();
            if (evicted == null) {
                return how;
            }
            Span why = Components.span("dim why", "by %s: %s".formatted(evicted.by(), evicted.reason()));
            return new Div(how, why);
        }
    }
}
