package io.lockkeeper.console.audit;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.shell.Table;
import io.lockkeeper.console.shell.Words;

/** An entry as a row of the audit's table. */
final class AuditRow {

    private AuditRow() {}

    static NativeTableRow of(AuditEntry entry, OutcomeCell outcome) {
        Span at = cell("at num", Words.seconds(entry.at()), Words.exact(entry.at()));
        Div who = pair(entry.by(), entry.ip());
        Anchor name = new Anchor(LockAddress.page(entry.source(), entry.lock()), Words.visible(entry.lock()));
        name.setRouterIgnore(false);
        name.setTitle(Words.visible(entry.lock()));
        Div what = new Div(name, cell("dim", Words.visible(holder(entry)), lease(entry)));
        what.addClassName("pair");
        Div why = pair(entry.action().words(), entry.reason());
        NativeTableRow row = Table.row("entry");
        row.add(Table.cell(at), Table.cell(who), Table.cell(what), Table.cell(why), Table.cell(outcome));
        return row;
    }

    /** Names the collection of another library's lock, since a lock of ours may have the same name. */
    private static String holder(AuditEntry entry) {
        String source = entry.source();
        return source == null
                ? entry.holder()
                : "%s · %s".formatted(entry.holder(), source.substring(0, source.lastIndexOf('/')));
    }

    private static String lease(AuditEntry entry) {
        if (!entry.action().isEviction()) {
            return "";
        }
        return entry.source() == null ? "Token " + entry.token() : "In " + Words.visible(entry.source());
    }

    private static Div pair(String first, String second) {
        Div pair =
                new Div(cell("", Words.visible(first), ""), cell("dim", Words.visible(second), Words.visible(second)));
        pair.addClassName("pair");
        return pair;
    }

    private static Span cell(String css, String text, String tooltip) {
        Span cell = new Span(text);
        cell.setClassName(css);
        cell.setTitle(tooltip);
        return cell;
    }
}
