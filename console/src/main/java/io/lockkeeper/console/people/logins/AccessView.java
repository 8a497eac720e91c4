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
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.QueryParameters;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
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

    private final AccessEntries entries;
    private final Background background;
    private final Div list = styled(new Div(), "entries");
    private final Checkbox refused = new Checkbox("Refused only", change -> ask(change.getValue(), 0));
    private final Button newer = new Button("Newer");
    private final Button older = new Button("Older");
    private boolean refusedOnly;
    private int page;

    AccessView(AccessEntries entries, Background background) {
        this.entries = entries;
        this.background = background;
        addClassName("access-page");
        newer.addClickListener(click -> ask(refusedOnly, page - 1));
        older.addClickListener(click -> ask(refusedOnly, page + 1));
        add(head(), list, foot());
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        QueryParameters address = event.getLocation().getQueryParameters();
        refusedOnly = !PageQuery.text(address, REFUSED).isEmpty();
        page = PageQuery.page(address);
        refused.setValue(refusedOnly);
        load();
    }

    private void ask(boolean refusedAlone, int to) {
        if (refusedAlone != refusedOnly || to != page) {
            refusedOnly = refusedAlone;
            page = Math.max(0, to);
            Map<String, String> values = new LinkedHashMap<>();
            values.put(REFUSED, refusedOnly ? "1" : "");
            values.put("page", PageQuery.pageNumber(page));
            PageQuery.show(this, PageQuery.by(values));
            load();
        }
    }

    private Header head() {
        Span what =
                styled(new Span("Logins, refused logins and changes of users and alerts, kept for a year"), "summary");
        Div tools = styled(new Div(refused), "tools");
        return styled(new Header(styled(new Div(new H1("Logins"), what), "page-title"), tools), "page-head");
    }

    private Div foot() {
        newer.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        older.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        return styled(new Div(newer, older), "page-foot", "pager");
    }

    /** The old answer stays until the new one has come. */
    private void load() {
        PageRequest request = PageRequest.of(page, PAGE);
        boolean refusedAlone = refusedOnly;
        background.read(() -> entries.newest(refusedAlone, request), this::show, e -> unreadable());
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
        list.add(
                found.isEmpty()
                        ? Components.message(
                                "No login was refused.",
                                "Wrong passwords, and pauses after too many of them, appear here.")
                        : table(found));
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
        NativeTableCell at = styled(new NativeTableCell(Times.present().seconds(entry.at())), "num", "dim");
        at.setTitle(Formats.exact(entry.at()));
        NativeTableCell what = new NativeTableCell(Formats.visible(entry.what()));
        what.addClassName(entry.failed() ? "refused" : "done");
        NativeTableCell user = styled(new NativeTableCell(Formats.visible(entry.user())), "strong");
        return new NativeTableRow(
                at, user, what, new NativeTableCell(Formats.visible(entry.by())), new NativeTableCell(entry.ip()));
    }
}
