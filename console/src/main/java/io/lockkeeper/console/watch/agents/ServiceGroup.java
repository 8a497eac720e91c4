package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** A service: a line that sums up its processes, and below it the processes, unless it is folded. It is updated in place. */
final class ServiceGroup extends Section {

    private static final int SHOWN = 20;

    private final Name shownName = new Name();
    private final NativeButton name = new NativeButton();
    private final Span alive = new Span();
    private final Span idle = new Span();
    private final Span silent = new Span();
    private final Span late = new Span();
    private final Span unknown = new Span();
    private final Span versions = new Span();
    private final LockLinks held = new LockLinks();
    private final LockLinks waiting = new LockLinks();
    private final Table table = new Table("Processes", "agent", AgentRow.COLUMNS);
    private final KeyedRows<String, JudgedAgent, AgentRow> rows =
            new KeyedRows<>(table.body(), JudgedAgent::id, AgentRow::new, AgentRow::show);
    private final ShowMoreButton more;
    private String service = "";
    private boolean open;

    /**
     * Makes a group without a service.
     *
     * @param toggled called with the service, and whether it is to be open
     * @param draw draws it again
     */
    ServiceGroup(BiConsumer<String, Boolean> toggled, Runnable draw) {
        more = new ShowMoreButton(SHOWN, draw);
        addClassName("service");
        name.addClassName("service-name");
        name.add(shownName);
        name.addClickListener(click -> toggled.accept(service, !open));
        Div states = new Div(alive, idle, silent, late, unknown);
        states.addClassName("service-states");
        versions.addClassNames("service-versions", "num", "dim");
        Div head = new Div(name, states, versions, counted(held, "held"), counted(waiting, "waiting"));
        head.addClassName("service-head");
        add(head, table, more);
    }

    private static Span counted(LockLinks number, String word) {
        Span what = new Span(word);
        what.addClassName("dim");
        Span counted = new Span(number, what);
        counted.addClassName("counted");
        return counted;
    }

    void show(ServiceFacts facts, boolean unfolded) {
        service = facts.name();
        open = unfolded;
        String visible = Formats.visible(service);
        shownName.show(visible);
        name.getElement().setAttribute("aria-expanded", Boolean.toString(open));
        table.getElement().setAttribute("aria-label", "Processes of " + visible);
        show(alive, facts.alive() - facts.idle(), "alive", "state held");
        show(idle, facts.idle(), "idle", "state free");
        show(silent, facts.silent(), "silent", "state silent");
        show(late, facts.late(), "late", "state renewal-late");
        show(unknown, facts.unknown(), "unknown", "state unknown");
        Components.text(versions, Formats.visible(VersionShare.words(facts.versions())));
        String search = LockLinks.ofService(service);
        held.show(facts.held(), String.format(Locale.ROOT, "%,d held by %s", facts.held(), visible), search);
        waiting.show(
                facts.waiting(), String.format(Locale.ROOT, "%,d waiting of %s", facts.waiting(), visible), search);
        table.setVisible(open);
        List<JudgedAgent> shown =
                open ? facts.agents().subList(0, more.of(facts.agents().size())) : List.of();
        rows.show(shown);
        more.setVisible(open && shown.size() < facts.agents().size());
    }

    private static void show(Span state, int number, String word, String css) {
        state.setVisible(number > 0);
        Components.css(state, css);
        Components.text(state, String.format(Locale.ROOT, "%,d %s", number, word));
    }
}
