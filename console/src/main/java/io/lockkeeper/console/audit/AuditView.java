package io.lockkeeper.console.audit;

import com.mongodb.MongoException;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.component.textfield.TextFieldVariant;
import com.vaadin.flow.data.value.ValueChangeMode;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.shell.Table;
import io.lockkeeper.console.shell.Words;
import jakarta.annotation.security.PermitAll;
import java.util.List;
import java.util.Locale;

/** What operators did to locks, the latest first. */
@Route("audit")
@PageTitle("Audit · Lockkeeper")
@PermitAll
final class AuditView extends Div {

    private static final int PAGE = 50;
    private static final int DELAY_MILLIS = 250;
    private static final List<String> COLUMNS =
            List.of("When (UTC)", "Operator", "Lock and holder", "Action and reason", "Outcome");

    private final AuditLog log;
    private final TextField lock = filter("Lock contains …");
    private final TextField by = filter("Operator contains …");
    private final Div entries = new Div();
    private final Button newer = new Button("Newer", click -> go(-1));
    private final Button older = new Button("Older", click -> go(1));
    private final Span range = new Span();
    private int page;

    AuditView(AuditLog log) {
        this.log = log;
        addClassName("audit-page");
        entries.addClassName("entries");
        add(head(), entries, foot());
        load();
    }

    private Header head() {
        Span what = new Span("Who ended which lease, why, and what came of it");
        what.addClassName("summary");
        Div title = new Div(new H1("Audit"), what);
        title.addClassName("page-title");
        lock.addValueChangeListener(change -> restart());
        by.addValueChangeListener(change -> restart());
        Div tools = new Div(lock, by);
        tools.addClassName("tools");
        Header head = new Header(title, tools);
        head.addClassName("page-head");
        return head;
    }

    private Div foot() {
        newer.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        older.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        range.addClassName("num");
        Div foot = new Div(newer, range, older);
        foot.addClassNames("page-foot", "pager");
        return foot;
    }

    private void restart() {
        page = 0;
        load();
    }

    private void go(int steps) {
        page = Math.max(0, page + steps);
        load();
    }

    private void load() {
        entries.removeAll();
        try {
            show(log.page(new AuditQuery(lock.getValue(), by.getValue()), page * PAGE, PAGE + 1));
        } catch (MongoException e) {
            entries.add(message(
                    "The audit could not be read.",
                    "MongoDB did not answer. Nothing is lost; load this page again when it is reachable."));
            range.setText("");
        }
    }

    private void show(List<AuditEntry> found) {
        newer.setEnabled(page > 0);
        older.setEnabled(found.size() > PAGE);
        int last = Math.min(PAGE, found.size());
        range.setText(last == 0 ? "" : "%,d to %,d".formatted(page * PAGE + 1, page * PAGE + last));
        if (found.isEmpty()) {
            entries.add(nothing());
            return;
        }
        Table table = new Table("What operators did", "entry", COLUMNS);
        found.stream().limit(PAGE).map(AuditView::entry).forEach(table.body()::add);
        entries.add(table);
    }

    private Div nothing() {
        return lock.isEmpty() && by.isEmpty()
                ? message(
                        "Nobody has evicted a holder yet.",
                        "Each eviction is kept here, with who asked for it and why.")
                : message("No entry matches.", "The filters look for a part of the lock’s and of the operator’s name.");
    }

    private static Div message(String what, String next) {
        Div message = new Div(new H2(what), new Paragraph(next));
        message.addClassName("message");
        return message;
    }

    private static NativeTableRow entry(AuditEntry entry) {
        Span at = cell("at num", Words.seconds(entry.at()), Words.exact(entry.at()));
        Div who = pair(entry.by(), entry.ip());
        Anchor name = new Anchor("locks/" + LockAddress.of(entry.lock()), Words.visible(entry.lock()));
        name.setRouterIgnore(false);
        name.setTitle(Words.visible(entry.lock()));
        Div what = new Div(name, cell("dim", Words.visible(entry.holder()), "Token " + entry.token()));
        what.addClassName("pair");
        Div why = pair(entry.action().words(), entry.reason());
        NativeTableRow row = Table.row("entry");
        row.add(Table.cell(at), Table.cell(who), Table.cell(what), Table.cell(why), Table.cell(outcome(entry)));
        return row;
    }

    private static Div outcome(AuditEntry entry) {
        Result result = entry.result();
        Span word = new Span(result == null ? "not recorded" : result.outcome().words());
        String css = result == null ? "unknown" : result.outcome().name().toLowerCase(Locale.ROOT);
        word.addClassNames("outcome", css.replace('_', '-'));
        Div outcome = new Div(word, cell("dim", result == null ? "" : Words.visible(result.detail()), ""));
        outcome.addClassName("pair");
        return outcome;
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

    private static TextField filter(String placeholder) {
        TextField filter = new TextField();
        filter.setPlaceholder(placeholder);
        filter.setAriaLabel(placeholder);
        filter.setClearButtonVisible(true);
        filter.setValueChangeMode(ValueChangeMode.LAZY);
        filter.setValueChangeTimeout(DELAY_MILLIS);
        filter.addThemeVariants(TextFieldVariant.LUMO_SMALL);
        return filter;
    }
}
