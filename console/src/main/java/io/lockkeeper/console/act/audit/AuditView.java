package io.lockkeeper.console.act.audit;

import static io.lockkeeper.console.ground.components.Components.message;
import static io.lockkeeper.console.ground.components.Components.styled;

import com.mongodb.MongoException;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Input;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.IsoField;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.Notice;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.export.ExportLinks;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.refusal.CrowdedException;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import jakarta.annotation.security.PermitAll;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.springframework.dao.DataAccessException;

/** The page of operators' changes of locks, latest first. */
@KeepsToScope
@Route("audit")
@Menu(title = "Audit", order = 6, icon = "vaadin:clipboard-text")
@PageTitle("Audit · Lockkeeper")
@PermitAll
final class AuditView extends Div implements BeforeEnterObserver {

    private static final int PAGE = 50;
    private static final int DELAY_MILLIS = 250;

    private final Times times = Times.present();
    private final AuditLog log;
    private final EvictionFollower follower;
    private final Background background;
    private final boolean operator;
    private final TextField lock = Components.filter("Lock contains …", "Lock contains …", DELAY_MILLIS);
    private final TextField by = Components.filter("Operator contains …", "Operator contains …", DELAY_MILLIS);
    private final Input from = IsoField.day(times.titled("First day"));
    private final Input to = IsoField.day(times.titled("Last day"));
    private final Div entries = styled(new Div(), "entries");
    private final Button newer = new Button("Newer");
    private final Button older = new Button("Older");
    private final Span range = styled(new Span(), "num");
    private final ExportLinks export = new ExportLinks("export/audit");
    private final Notice notice = new Notice();
    private List<AuditRow> rows = List.of();
    private AuditFilter filter = AuditFilter.NONE;
    private int question;

    AuditView(
            AuditLog log,
            EvictionFollower follower,
            Background background,
            BoardPublisher publisher,
            ConsolePrivileges keeping,
            AuthenticationContext user) {
        this.log = log;
        this.follower = follower;
        this.background = background;
        operator = user.hasRole(Roles.OPERATOR);
        addClassName("audit-page");
        add(head(), entries, foot());
        LiveBoard.follow(this, publisher, snapshot -> keeping.whyNobodyEvicts(), why -> {
            notice.show(why.map(it -> "Evictions cannot be recorded, so they are off: %s.".formatted(it)));
            refreshOutcomes();
        });
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        filter = AuditFilter.of(event.getLocation().getQueryParameters());
        lock.setValue(filter.lock());
        by.setValue(filter.by());
        from.setValue(filter.first(times.zone()));
        to.setValue(filter.last(times.zone()));
        load();
    }

    private Header head() {
        Span what = styled(new Span("Who evicted whom, why, and the outcome"), "summary");
        Div title = styled(new Div(new H1("Audit"), what), "page-title");
        lock.addValueChangeListener(change -> ask(filter.withLock(change.getValue())));
        by.addValueChangeListener(change -> ask(filter.withBy(change.getValue())));
        from.addValueChangeListener(change -> askDays(change.isFromClient()));
        to.addValueChangeListener(change -> askDays(change.isFromClient()));
        Div days = styled(new Div(from, styled(new Span("to"), "dim"), to), "days");
        return styled(
                new Header(title, styled(new Div(days, lock, by, LinkWords.lost()), "tools"), notice), "page-head");
    }

    private void askDays(boolean typed) {
        if (typed) {
            ask(filter.withDays(from.getValue(), to.getValue(), times.zone()));
        }
    }

    private Div foot() {
        newer.addClickListener(click -> ask(filter.turned(-1)));
        older.addClickListener(click -> ask(filter.turned(1)));
        newer.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        older.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        return styled(new Div(newer, range, older, export), "page-foot", "pager");
    }

    private void ask(AuditFilter asked) {
        if (!asked.equals(filter)) {
            filter = asked;
            PageQuery.show(this, asked.address());
            load();
        }
    }

    /** The entries shown stay until the ones asked for have come; of several questions the last one counts. */
    private void load() {
        int asked = ++question;
        export.narrow(filter.turned(-filter.page()).address());
        try {
            AuditQuery query = filter.query(LockScope.present());
            int from = filter.page() * PAGE;
            background.readMuch(
                    () -> asked == question,
                    () -> log.page(query, from, PAGE + 1),
                    found -> came(asked, () -> show(found)),
                    e -> came(asked, () -> unreadable(e)));
        } catch (IllegalArgumentException e) {
            replace(Components.message("The search is not valid.", String.valueOf(e.getMessage())));
        }
    }

    private void came(int asked, Runnable show) {
        if (asked == question) {
            show.run();
        }
    }

    private void unreadable(Exception e) {
        if (e instanceof CrowdedException) {
            entries.removeAll();
            entries.add(Components.message(
                    "The audit is not read yet.", e.getMessage() + " This page asks again by itself."));
            return;
        }
        String why = e instanceof DataAccessException && e.getCause() instanceof MongoException trouble
                ? MongoTrouble.sentence(trouble)
                : "The console is busy.";
        replace(Components.message(
                "The audit could not be read.", why + " Nothing is lost; reload the page when this is fixed."));
    }

    private void replace(Div message) {
        question++;
        rows = List.of();
        entries.removeAll();
        entries.add(message);
        range.setText("");
    }

    private void show(List<AuditEntry> found) {
        newer.setEnabled(filter.page() > 0);
        older.setEnabled(found.size() > PAGE);
        int last = Math.min(PAGE, found.size());
        range.setText(
                last == 0
                        ? ""
                        : String.format(
                                Locale.ROOT, "%,d to %,d", filter.page() * PAGE + 1, filter.page() * PAGE + last));
        entries.removeAll();
        if (found.isEmpty()) {
            entries.add(nothing());
            return;
        }
        Table table = new Table("What operators did", "entry", columns());
        rows = found.stream()
                .limit(PAGE)
                .map(entry -> new AuditRow(entry, operator, this::read))
                .toList();
        rows.forEach(row -> row.addTo(table.body()));
        entries.add(table);
        refreshOutcomes();
    }

    private List<String> columns() {
        return List.of(times.titled("When"), "Operator", "Lock and holder", "Action and reason", "Outcome");
    }

    private void refreshOutcomes() {
        rows.forEach(row -> row.refresh(follower::state));
    }

    /** Reads the entry's outcome since the list was read; if that fails, the list stays. */
    private void read(AuditEntry entry, Consumer<AuditEntry> show) {
        background.read(
                () -> log.find(entry.id()),
                found -> {
                    found.ifPresent(show);
                    refreshOutcomes();
                },
                e -> refreshOutcomes());
    }

    private Div nothing() {
        return filter.equals(AuditFilter.NONE)
                ? Components.message(
                        "No evictions yet.", "Each eviction is recorded here, with its operator and reason.")
                : Components.message(
                        "No entry matches.",
                        "The filters match parts of the lock’s and the operator’s name, and days in %s."
                                .formatted(times.place()));
    }
}
