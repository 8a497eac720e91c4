package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.NativeTableBody;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.ServedProcess;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a service: one that sums up its processes, and below it the processes, unless it is folded. They are updated in place.
 */
final class ServiceGroup extends NativeTableBody {

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
    private final KeyedRows<Object, Line, AgentRow> rows;
    private final ShowMoreButton more;
    private final NativeTableRow rest = Table.row("service-rest");
    private String service = "";
    private boolean open;

    /** An agent, or a process that takes locks through it and was heard last at that time. */
    private record Line(JudgedAgent agent, @Nullable ServedProcess served, Instant heard) {

        static Stream<Line> of(JudgedAgent agent) {
            return Stream.concat(
                    Stream.of(new Line(agent, null, Instant.EPOCH)),
                    agent.serves().stream()
                            .flatMap(all -> all.first().stream()
                                    .map(it -> new Line(agent, it, all.at().minus(it.silent())))));
        }

        /** Which row it is; one of an agent never becomes one of a process. */
        Object key() {
            return served == null ? agent.id() : List.of(agent.id(), served.service(), served.pid());
        }

        void showIn(AgentRow row) {
            if (served == null) {
                row.show(agent);
            } else {
                row.show(agent, served, heard);
            }
        }
    }

    /**
     * Makes a group without a service.
     *
     * @param toggled called with the service, and whether it is to be open
     * @param draw draws it again
     */
    ServiceGroup(BiConsumer<String, Boolean> toggled, Runnable draw) {
        more = new ShowMoreButton(SHOWN, draw);
        addClassName("service");
        getElement().setAttribute("role", "rowgroup");
        name.addClassName("service-name");
        name.add(shownName);
        name.addClickListener(click -> toggled.accept(service, !open));
        add(head());
        rows = new KeyedRows<>(this, Line::key, AgentRow::new, (row, line) -> line.showIn(row));
        rest.add(across(AgentRow.COLUMNS.size(), Table.cell(more)));
        add(rest);
    }

    private NativeTableRow head() {
        Div states = new Div(alive, idle, silent, late, unknown);
        states.addClassName("service-states");
        NativeTableCell which = across(3, Table.cell(name, states));
        which.getElement().setAttribute("role", "rowheader");
        NativeTableCell runs = across(4, Table.cell(versions));
        runs.addClassNames("service-versions", "num", "dim");
        NativeTableRow head = Table.row("service-head");
        head.add(which, runs, AgentRow.count("held", held), AgentRow.count("waiting", waiting));
        return head;
    }

    private static NativeTableCell across(int columns, NativeTableCell cell) {
        cell.setColspan(columns);
        return cell;
    }

    void show(ServiceFacts facts, boolean unfolded) {
        service = facts.name();
        open = unfolded;
        String visible = Formats.visible(service);
        shownName.show(visible);
        name.getElement().setAttribute("aria-expanded", Boolean.toString(open));
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
        int all = facts.agents().size();
        int shown = open ? more.of(all) : 0;
        rows.show(facts.agents().subList(0, shown).stream().flatMap(Line::of).toList());
        rest.setVisible(open && shown < all);
    }

    private static void show(Span state, int number, String word, String css) {
        state.setVisible(number > 0);
        Components.css(state, css);
        Components.text(state, String.format(Locale.ROOT, "%,d %s", number, word));
    }
}
