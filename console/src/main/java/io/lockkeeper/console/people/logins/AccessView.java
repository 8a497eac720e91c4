package io.lockkeeper.console.people.logins;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.checkbox.Checkbox;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.QueryParameters;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.people.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;

/** The page of logins, refusals, and administrators' changes of users and alerts; the latest first. */
@Route("logins")
@Menu(title = "Logins", order = 9, icon = "vaadin:sign-in")
@PageTitle("Logins · Lockkeeper")
@RolesAllowed(Roles.ADMIN)
final class AccessView extends Div implements BeforeEnterObserver {

    private static final int PAGE = 50;
    private static final String REFUSED = "refused";
    private static final String SEARCH = "User, event or address …";
    private static final int DELAY_MILLIS = 250;
    private static final int LONGEST = 100;

    private final AccessEntries entries;
    private final Background background;
    private final Div list = styled(new Div(), "entries");
    private final TextField search = Components.search(SEARCH, SEARCH, DELAY_MILLIS);
    private final Checkbox refused = new Checkbox("Refused only");
    private final Button newer = new Button("Newer");
    private final Button older = new Button("Older");
    private Asked asked = new Asked(false, "", 0);

    AccessView(AccessEntries entries, Background background) {
        this.entries = entries;
        this.background = background;
        addClassName("access-page");
        search.setMaxLength(LONGEST);
        search.addValueChangeListener(change -> askTyped(change.isFromClient()));
        refused.addValueChangeListener(change -> askTyped(change.isFromClient()));
        newer.addClickListener(click -> ask(new Asked(asked.refused, asked.text, asked.page - 1)));
        older.addClickListener(click -> ask(new Asked(asked.refused, asked.text, asked.page + 1)));
        add(head(), list, foot());
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        QueryParameters address = event.getLocation().getQueryParameters();
        asked = new Asked(
                !PageQuery.text(address, REFUSED).isEmpty(), PageQuery.text(address, "q"), PageQuery.page(address));
        refused.setValue(asked.refused);
        search.setValue(asked.text);
        load();
    }

    /** What the address asks for. */
    private record Asked(boolean refused, String text, int page) {

        QueryParameters address() {
            Map<String, String> values = new LinkedHashMap<>();
            values.put(REFUSED, refused ? "1" : "");
            values.put("q", text);
            values.put("page", PageQuery.pageNumber(page));
            return PageQuery.by(values);
        }
    }

    private void askTyped(boolean typed) {
        if (typed) {
            ask(new Asked(refused.getValue(), search.getValue(), 0));
        }
    }

    private void ask(Asked other) {
        if (!other.equals(asked)) {
            asked = other;
            PageQuery.show(this, other.address());
            load();
        }
    }

    private Header head() {
        Span what = styled(new Span("Logins, and changes of users and alerts, of the last year"), "summary");
        Div tools = styled(new Div(search, refused, LinkWords.lost()), "tools");
        return styled(new Header(styled(new Div(new H1("Logins"), what), "page-title"), tools), "page-head");
    }

    private Div foot() {
        newer.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        older.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        return styled(new Div(newer, older), "page-foot", "pager");
    }

    /** The old answer stays until the new one has come. */
    private void load() {
        Asked now = asked;
        background.readMuch(
                () -> now.equals(asked),
                () -> entries.newest(now.refused, now.text, PageRequest.of(now.page, PAGE)),
                found -> came(now, () -> show(found)),
                failed -> came(now, this::unreadable));
    }

    private void came(Asked question, Runnable show) {
        if (question.equals(asked)) {
            show.run();
        }
    }

    private void unreadable() {
        list.removeAll();
        list.add(Components.message(
                "The logins could not be read.", "Nothing is lost. Reload the page when MongoDB answers."));
    }

    private void show(Slice<AccessEntry> found) {
        list.removeAll();
        newer.setEnabled(found.hasPrevious());
        older.setEnabled(found.hasNext());
        list.add(found.isEmpty() ? nothing() : table(found));
    }

    private Div nothing() {
        return asked.text.isBlank()
                ? Components.message(
                        "No login was refused.", "Wrong passwords, and pauses after too many of them, appear here.")
                : Components.message(
                        "No entry matches.", "The search matches parts of users, events, authors and addresses.");
    }

    private static List<String> columns() {
        return List.of(Times.present().titled("Time"), "User or alert", "Event", "By", "From");
    }

    private static Table table(Slice<AccessEntry> found) {
        Table table = Table.plain("Logins and changes of users", columns());
        found.forEach(entry -> table.add(row(entry)));
        return table;
    }

    private static NativeTableRow row(AccessEntry entry) {
        NativeTableCell what = new NativeTableCell(Formats.visible(entry.what()));
        what.addClassName(entry.failed() ? "refused" : "done");
        NativeTableCell user = styled(new NativeTableCell(Formats.visible(entry.user())), "strong");
        return new NativeTableRow(
                styled(Table.time(entry.at()), "dim"),
                user,
                what,
                new NativeTableCell(Formats.visible(entry.by())),
                new NativeTableCell(entry.ip()));
    }
}
