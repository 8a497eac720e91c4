package io.lockkeeper.console.agents;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.component.textfield.TextFieldVariant;
import com.vaadin.flow.data.value.ValueChangeMode;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.page.LinkWords;
import io.lockkeeper.console.page.Live;
import io.lockkeeper.console.scope.KeepsToScope;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.More;
import io.lockkeeper.console.shell.Narrowed;
import io.lockkeeper.console.shell.Rows;
import io.lockkeeper.console.shell.Table;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.AgentDocument;
import jakarta.annotation.security.PermitAll;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Which agents there are, and which have gone silent. */
@KeepsToScope
@Route("agents")
@PageTitle("Agents · Lockkeeper")
@PermitAll
final class AgentsView extends Div implements BeforeEnterObserver {

    private static final String SEARCH = "q";
    private static final int SHOWN = 100;
    private static final List<String> COLUMNS =
            List.of("State", "Service", "Host", "Version", "Running for", "Last heartbeat", "Held", "Waiting");

    private final AgentLives lives;
    private final TextField search = new TextField();
    private final Span summary = new Span();
    private final Div notice = new Div();
    private final Div entries = new Div();
    private final Span updated = new Span();
    private final Table table = new Table("Agents", "agent", COLUMNS);
    private final Rows<String, JudgedAgent, AgentRow> rows = new Rows<>(
            table.body(),
            it -> it.agent().id(),
            AgentRow::new,
            (row, judged) -> row.show(judged, this.roster.isProven(judged.agent())));
    private final More more = new More(SHOWN, this::draw);
    private final Div nothing = new Div();
    private Roster roster = Roster.NOT_READ;
    private String sought = "";

    AgentsView(RosterFeed feed, AgentLives lives) {
        this.lives = lives;
        addClassName("agents-page");
        entries.addClassName("entries");
        entries.add(table, more, nothing);
        notice.addClassName("notice");
        updated.addClassName("num");
        Footer foot = new Footer(new Span(), updated);
        foot.addClassName("page-foot");
        add(head(), entries, foot);
        draw();
        Live.follow(this, feed::subscribe, read -> read, this::show);
    }

    private Header head() {
        summary.addClassName("summary");
        Div title = new Div(new H1("Agents"), summary);
        title.addClassName("page-title");
        search.setPlaceholder("Search service, instance, host …");
        search.setAriaLabel("Search agents");
        search.setClearButtonVisible(true);
        search.setValueChangeMode(ValueChangeMode.LAZY);
        search.addThemeVariants(TextFieldVariant.LUMO_SMALL);
        search.addClassName("search");
        search.addValueChangeListener(change -> seek(change.getValue().strip()));
        Div tools = new Div(search, LinkWords.lost());
        tools.addClassName("tools");
        Header head = new Header(title, tools, notice);
        head.addClassName("page-head");
        return head;
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        sought = Narrowed.text(event.getLocation().getQueryParameters(), SEARCH).strip();
        search.setValue(sought);
        more.reset();
        draw();
    }

    private void seek(String text) {
        if (!text.equals(sought)) {
            sought = text;
            Narrowed.show(this, Narrowed.by(Map.of(SEARCH, text)));
            more.reset();
            draw();
        }
    }

    private void show(Roster read) {
        roster = read;
        draw();
    }

    private void draw() {
        List<JudgedAgent> judged = JudgedAgent.of(roster, lives);
        Draw.text(summary, roster.isRead() ? JudgedAgent.summary(judged) : "");
        notice.setVisible(roster.failed());
        notice.setText("The agents could not be read again. %s The console retries; the locks are not affected."
                .formatted(roster.failure()));
        Draw.text(updated, roster.isRead() ? "read " + Words.tenths(roster.readAt()) : "");
        setClassName("stale", roster.failed());
        List<JudgedAgent> found =
                judged.stream().filter(it -> matches(it.agent())).toList();
        rows.show(found.subList(0, more.of(found.size())));
        table.setVisible(!found.isEmpty());
        nothing.setVisible(found.isEmpty() && roster.isRead());
        if (nothing.isVisible()) {
            nothing.removeAll();
            nothing.add(nothing());
        }
    }

    private boolean matches(AgentDocument agent) {
        String text = sought.toLowerCase(Locale.ROOT);
        return Stream.of(agent.service(), agent.instance(), agent.host(), agent.version(), Long.toString(agent.pid()))
                .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(text));
    }

    private Div nothing() {
        return roster.agents().isEmpty()
                ? message(
                        "No agent is listed.",
                        "Agents list themselves a second after they start, unless they were told not to or may not write to the"
                                + " collection “agents”. Their locks are shown all the same.")
                : message("No agent matches.", "The search looks at service, instance, host, process and version.");
    }

    private static Div message(String what, String next) {
        Div message = new Div(new H2(what), new Paragraph(next));
        message.addClassName("message");
        return message;
    }
}
