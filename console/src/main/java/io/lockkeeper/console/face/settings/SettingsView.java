package io.lockkeeper.console.face.settings;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.html.UnorderedList;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.act.consent.FourEyes;
import io.lockkeeper.console.act.consent.RulesSection;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.remember.history.RetentionSettings;
import io.lockkeeper.console.watch.facet.Facets;
import jakarta.annotation.security.RolesAllowed;

/** The administrators' settings page. */
@Route("settings")
@Menu(title = "Settings", order = 10, icon = "vaadin:cog")
@PageTitle("Settings · Lockkeeper")
@RolesAllowed(Roles.ADMIN)
final class SettingsView extends Div {

    SettingsView(
            FourEyes rules, RetentionSettings retention, Facets facets, Background background, StartSettings start) {
        addClassName("settings-page");
        Span summary = styled(new Span("For all users of this console"), "summary");
        Div title = styled(new Div(new H1("Settings"), summary), "page-title");
        Header head = styled(new Header(title, styled(new Div(LinkWords.lost()), "tools")), "page-head");
        Div entries = new Div(new RulesSection(rules, background));
        facets.settings().forEach(entries::add);
        entries.add(new RetentionSection(retention, background), pages(), atStart(start));
        entries.addClassName("entries");
        add(head, entries);
    }

    private static Section pages() {
        UnorderedList list = new UnorderedList(
                page("alerts", "Alerts", "Who receives which findings, by webhook or e-mail"),
                page(
                        "sources",
                        "Sources",
                        "Which further collections of locks are watched, and where evictions are allowed"),
                page("users", "Users", "Who may log in, and what each may do"),
                page("tokens", "API tokens", "Everybody’s, and yours"),
                page("logins", "Logins", "Logins, refused logins, and every change to users and settings"));
        return card("On pages of their own", list);
    }

    private static ListItem page(String address, String title, String what) {
        Anchor link = new Anchor(address, title);
        link.setRouterIgnore(false);
        return new ListItem(link, Components.span("dim", what));
    }

    private static Section atStart(StartSettings start) {
        UnorderedList list = new UnorderedList();
        start.all()
                .forEach(setting -> list.add(new ListItem(
                        Components.span("", setting.what()),
                        Components.span("value num", setting.value()),
                        Components.span("dim variable", setting.variable()))));
        return card("Set when the console starts", list);
    }

    private static Section card(String title, UnorderedList list) {
        return styled(new Section(new H2(title), list), "card", "setting-list");
    }
}
