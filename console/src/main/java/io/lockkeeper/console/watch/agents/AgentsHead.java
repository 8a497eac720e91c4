package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Nav;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.data.value.HasValueChangeMode;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.watch.heartbeat.FreshnessBadge;
import java.util.function.Consumer;

/** The head of the page: how many agents there are, the choice of what is shown of them, and the search. */
final class AgentsHead extends Header {

    private final Span summary = new Span();
    private final Anchor processes = choice("agents", "Processes");
    private final Anchor versions = choice("agents?view=versions", "Versions");
    private final TextField search = Components.search(
            "Search service, instance, host …", "Search agents", HasValueChangeMode.DEFAULT_CHANGE_TIMEOUT);
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Div notice = new Div();

    AgentsHead(Consumer<String> seek) {
        addClassName("page-head");
        summary.addClassName("summary");
        Div title = new Div(new H1("Agents"), summary);
        title.addClassName("page-title");
        search.addValueChangeListener(change -> seek.accept(change.getValue().strip()));
        Nav views = new Nav(processes, versions);
        views.addClassName("views");
        views.getElement().setAttribute("aria-label", "What is shown of the agents");
        Div tools = new Div(views, search, badge, LinkWords.lost());
        tools.addClassName("tools");
        notice.addClassName("notice");
        add(title, tools, notice);
    }

    private static Anchor choice(String address, String text) {
        Anchor choice = new Anchor(address, text);
        choice.getElement().setAttribute("router-link", true);
        return choice;
    }

    void asked(String sought, boolean byVersions) {
        search.setValue(sought);
        mark(processes, !byVersions);
        mark(versions, byVersions);
    }

    private static void mark(Anchor choice, boolean chosen) {
        if (chosen) {
            choice.getElement().setAttribute("aria-current", "page");
        } else {
            choice.getElement().removeAttribute("aria-current");
        }
    }

    void show(AgentsPicture picture) {
        badge.show(picture.freshness());
        Roster roster = picture.roster();
        Components.text(summary, roster.isRead() ? picture.summary() : "");
        notice.setVisible(roster.failed());
        Components.text(
                notice,
                "The agents could not be read again. %s The console retries; the locks are not affected."
                        .formatted(roster.failure()));
    }
}
