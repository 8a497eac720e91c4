package io.lockkeeper.console.act.audit;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.NativeTableBody;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.watch.board.EvictionState;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** An entry as a row of the audit's table, and below it, once it is opened, the whole entry. */
final class AuditRow {

    private final AuditEntry entry;
    private final boolean operator;
    private final BiConsumer<AuditEntry, Consumer<AuditEntry>> reading;
    private final OutcomeCell outcome;
    private final NativeButton opener = styled(new NativeButton(), "opener");
    private final NativeTableRow row = Table.row("entry");
    private final NativeTableRow below = Table.row("entry-detail");
    private final NativeTableCell told = Table.cell();
    private @Nullable AuditDetail detail;

    /**
     * @param operator whether the viewer may read the server's own words
     * @param reading reads an entry again, and hands it on if it can be read
     */
    AuditRow(AuditEntry entry, boolean operator, BiConsumer<AuditEntry, Consumer<AuditEntry>> reading) {
        this.entry = entry;
        this.operator = operator;
        this.reading = reading;
        outcome = new OutcomeCell(entry, operator);
        row.add(Table.cell(when()), Table.cell(who()), Table.cell(what()), Table.cell(why()), Table.cell(outcome));
        row.getElement()
                .addEventListener("click", click -> turn())
                .setFilter("!event.target.closest('a, button') && getSelection().isCollapsed");
        told.getElement().setAttribute("colspan", "5");
        below.add(told);
        below.setVisible(false);
    }

    void addTo(NativeTableBody body) {
        body.add(row, below);
    }

    void refresh(Function<AuditEntry, EvictionState> states) {
        outcome.refresh(states);
        if (detail != null) {
            detail.refresh(states);
        }
    }

    private void turn() {
        boolean opens = !below.isVisible();
        if (opens) {
            show(entry);
            reading.accept(entry, this::show);
        }
        below.setVisible(opens);
        row.setClassName("opened", opens);
        opener.getElement().setAttribute("aria-expanded", Boolean.toString(opens));
    }

    private void show(AuditEntry known) {
        detail = new AuditDetail(known, operator);
        told.removeAll();
        told.add(detail);
    }

    private Div when() {
        opener.setAriaLabel("All about: %s, %s".formatted(entry.action().words(), Formats.visible(entry.lock())));
        opener.getElement().setAttribute("aria-expanded", "false");
        opener.addClickListener(click -> turn());
        return styled(
                new Div(opener, cell("num", Times.present().seconds(entry.at()), Formats.exact(entry.at()))), "at");
    }

    private Div who() {
        return pair(cell("", Formats.visible(entry.by()), ""), dim(entry.ip()));
    }

    private Div what() {
        Name holder = new Name(Formats.visible(holder()), "dim");
        Div pair = styled(new Div(Name.link(LockAddress.page(entry.place()), entry.lock()), holder), "pair");
        pair.setTitle(entry.action().isEviction() ? StringUtils.capitalize(entry.lease()) : "");
        return pair;
    }

    private Div why() {
        return pair(cell("", entry.action().words(), ""), dim(entry.reason()));
    }

    /** Names any collection but the first, since a lock there may have the same name. */
    private String holder() {
        String collection = entry.place().collection();
        String holder = Times.present().in(entry.holder());
        return collection.isEmpty() ? holder : "%s · %s".formatted(holder, collection);
    }

    private static Div pair(Component first, Span second) {
        return styled(new Div(first, second), "pair");
    }

    private static Span dim(String text) {
        return cell("dim", Formats.visible(text), Formats.visible(text));
    }

    private static Span cell(String css, String text, String tooltip) {
        Span cell = new Span(text);
        cell.setClassName(css);
        cell.setTitle(tooltip);
        return cell;
    }
}
