package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.QueryParameters;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import jakarta.annotation.security.PermitAll;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The services and their processes: which live, what they hold, and which versions run side by side. */
@KeepsToScope
@Route("agents")
@Menu(title = "Agents", order = 4, icon = "vaadin:plug")
@PageTitle("Agents · Lockkeeper")
@PermitAll
final class AgentsView extends Div implements BeforeEnterObserver {

    private static final String SEARCH = "q";
    private static final String VIEW = "view";
    private static final String VERSIONS = "versions";
    private static final int SERVICES = 50;
    /** Up to how many agents services are open; of more, each is a line that opens when asked. */
    private static final int OPEN = 100;

    private final AgentsHead head = new AgentsHead(this::seek);
    private final Paragraph caveat = new Paragraph();
    private final Paragraph upgrade = new Paragraph();
    private final Paragraph bridging = new Paragraph();
    private final Table services = Table.ofGroups("Agents by service", "agent", AgentRow.COLUMNS);
    private final RedrawnPanel<UpgradeFacts> versions = new RedrawnPanel<>(VersionsTable::of);
    private final Map<String, Boolean> opened = new HashMap<>();
    private final KeyedRows<String, ServiceFacts, ServiceGroup> groups = new KeyedRows<>(
            services,
            ServiceFacts::name,
            () -> new ServiceGroup(this::toggle, this::draw),
            (group, service) -> group.show(service, isOpen(service)));
    private final ShowMoreButton more = new ShowMoreButton(SERVICES, this::draw);
    private final Div nothing = new Div();
    private final Span read = new Span();
    private @Nullable AgentsPicture picture;
    private boolean allOpen;
    /** Set once, so that rows do not fold because one more process starts. */
    private boolean decided;
    /** When it was last asked: an older result may be of another day. */
    private Instant askedAt;

    private final ServerClock clock;

    private String sought = "";
    private boolean byVersions;

    AgentsView(BoardPublisher board, AgentsPictures pictures, ServerClock clock) {
        this.clock = clock;
        askedAt = clock.now();
        addClassName("agents-page");
        caveat.addClassName("caveat");
        upgrade.addClassName("upgrade");
        bridging.addClassNames("upgrade", "bridging");
        services.addClassName("services");
        versions.addClassName("versions-card");
        Div entries = new Div(caveat, upgrade, bridging, services, versions, more, nothing);
        entries.addClassName("entries");
        read.addClassName("num");
        Footer foot = new Footer(read, LinkWords.asOf());
        foot.addClassName("page-foot");
        add(head, entries, foot);
        show(pictures.of(board.snapshot(LockScope.present())));
        LiveBoard.follow(this, board, pictures::of, this::show);
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        QueryParameters address = event.getLocation().getQueryParameters();
        sought = PageQuery.text(address, SEARCH).strip();
        byVersions = PageQuery.text(address, VIEW).equals(VERSIONS);
        head.asked(sought, byVersions);
        anew();
    }

    private void seek(String text) {
        if (!text.equals(sought)) {
            sought = text;
            PageQuery.show(this, PageQuery.by(Map.of(SEARCH, text, VIEW, byVersions ? VERSIONS : "")));
            anew();
        }
    }

    private void anew() {
        more.reset();
        opened.clear();
        decided = false;
        askedAt = clock.now();
        draw();
    }

    private void toggle(String service, boolean open) {
        opened.put(service, open);
        draw();
    }

    private boolean isOpen(ServiceFacts service) {
        return opened.getOrDefault(service.name(), allOpen);
    }

    private void show(AgentsPicture present) {
        picture = present;
        draw();
    }

    private void draw() {
        AgentsPicture all = picture;
        if (all == null || !all.isRead()) {
            return;
        }
        head.show(all);
        Components.text(
                read,
                all.roster().isRead()
                        ? "documents read " + Times.present().clock(all.roster().readAt())
                        : "");
        setClassName("stale", all.roster().failed() || !all.freshness().isLive());
        AgentsPicture found = sought.isEmpty() ? all : all.narrowed(this::matches);
        decide(found);
        UpgradeFacts facts = UpgradeFacts.of(found);
        caveats(all);
        say(upgrade, byVersions || facts.isMixed() ? facts.sentence() : "");
        say(bridging, facts.bridging());
        list(found, facts);
    }

    private void decide(AgentsPicture found) {
        if (!decided) {
            allOpen = found.agents().count() <= OPEN;
            decided = found.roster().readAt().isAfter(askedAt);
        }
    }

    private void list(AgentsPicture found, UpgradeFacts facts) {
        int lines = byVersions ? facts.lines().size() : found.services().size();
        int shown = more.of(lines);
        services.setVisible(!byVersions && lines > 0);
        groups.show(byVersions ? List.of() : found.services().subList(0, shown));
        versions.show(facts.first(byVersions ? shown : 0));
        nothing.setVisible(lines == 0);
        if (lines == 0) {
            nothing.removeAll();
            nothing.add(nothing());
        }
    }

    private void caveats(AgentsPicture all) {
        String cut = all.roster().more()
                ? String.format(
                        Locale.ROOT,
                        "Only the %,d agents that wrote their documents last are read; there are more. ",
                        RosterFeed.MOST)
                : "";
        say(caveat, cut + (all.limited() ? "Counted are the locks that you may see." : ""));
    }

    private static void say(Paragraph paragraph, String text) {
        paragraph.setVisible(!text.isBlank());
        Components.text(paragraph, Formats.visible(text));
    }

    private boolean matches(JudgedAgent agent) {
        String text = sought.toLowerCase(Locale.ROOT);
        return agent.words().anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(text));
    }

    private Div nothing() {
        return sought.isEmpty()
                ? Components.message(
                        "No agent is listed.",
                        "Agents list themselves a second after they start, unless that is switched off or they may not"
                                + " write to the collection “agents”. Those that hold a lock or wait for one are listed"
                                + " all the same.")
                : Components.message(
                        "No agent matches.", "The search looks at service, instance, host, process and version.");
    }
}
