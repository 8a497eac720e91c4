package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.AgentDocument;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One process: where it runs, since when, when it wrote last, and what it does by the board. It is updated in place. */
final class AgentRow extends NativeTableRow {

    static final List<String> COLUMNS = List.of(
            "State", "Instance", "Host", "Version", "Running for", "Last heartbeat", "Renewals", "Held", "Waiting");

    private final Span state = new Span();
    private final Span unproven = new Span();
    private final Name instance = new Name();
    private final Span process = text();
    private final Name host = new Name();
    private final Span version = text();
    private final Span outer = text();
    private final NativeTableCell outerCell = Table.cell(outer);
    private final Component running = Ticking.age(Instant.EPOCH);
    private final Span runs = new Span(running);
    private final Component seen = Ticking.age(Instant.EPOCH);
    private final Span seenAgo = new Span(seen, new Span(" ago"));
    private final RenewalCell renewals = new RenewalCell();
    private final LockLinks held = new LockLinks();
    private final Span idle = new Span();
    private final Span told = new Span();
    private final LockLinks waiting = new LockLinks();
    private final RemainingList remaining = new RemainingList();
    private final ServedProcessList served = new ServedProcessList();

    AgentRow() {
        addClassName("agent");
        getElement().setAttribute("role", "row");
        unproven.addClassNames("unproven", "dim");
        unproven.setTitle("No live lease or waiter of this instance backs what it says of itself.");
        NativeTableCell where = Table.cell(host);
        where.addClassNames("cell", "where");
        outerCell.addClassNames("outer", "dim");
        add(Table.cell(state, unproven), pair(instance, process), where, labelled("version", version));
        add(labelled("running for", runs), labelled("last heartbeat", seenAgo), labelled("renewals", renewals));
        idle.addClassNames("idle", "dim");
        told.addClassNames("idle", "dim");
        NativeTableCell holds = count("held", held);
        holds.add(idle, told);
        add(holds, count("waiting", waiting), outerCell, remaining.cell(), served.cell());
    }

    void show(JudgedAgent agent) {
        Components.text(unproven, agent.proven() || agent.isIdle() ? "" : "unproven");
        setClassName("silent", agent.isSilent());
        judge(agent);
        instance.show(Formats.visible(agent.instance()));
        set(process, "process " + agent.pid());
        host.show(Formats.visible(agent.host()));
        outerCell.setVisible(!agent.outerLocks().isEmpty());
        set(outer, "also holds " + agent.outerLocks());
        times(agent);
        renewals.show(agent.doing());
        AgentActivity doing = agent.doing();
        String search = LockLinks.ofAgent(agent.id());
        held.show(
                doing.held(),
                String.format(Locale.ROOT, "%,d held by %s", doing.held(), Formats.visible(agent.instance())),
                search);
        Components.text(idle, doing.idle() == 0 ? "" : String.format(Locale.ROOT, "%,d kept idle", doing.idle()));
        told(agent);
        waiting.show(
                doing.waiting(),
                String.format(Locale.ROOT, "%,d waiting of %s", doing.waiting(), Formats.visible(agent.instance())),
                search);
        remaining.show(agent);
        served.show(agent);
    }

    private void times(JudgedAgent agent) {
        AgentDocument document = agent.document();
        runs.setVisible(document != null);
        seenAgo.setVisible(document != null);
        set(version, document == null ? "no document" : document.version());
        version.setTitle(woken(agent));
        if (document != null) {
            Ticking.show(running, document.started(), agent.isSilent() ? lastWord(document, agent.life()) : null);
            Ticking.show(seen, lastWord(document, agent.life()), null);
        }
    }

    private static String woken(JudgedAgent agent) {
        return switch (agent.wakes()) {
            case "" -> "";
            case "stream" -> "It is woken by a change stream.";
            default -> "It is woken by hints (" + agent.wakes() + ").";
        };
    }

    /** A number of its own that is a few seconds older may differ; one that says the contrary is worth a look. */
    private void told(JudgedAgent agent) {
        AgentDocument document = agent.document();
        int counted = agent.doing().held();
        boolean contrary = document != null && document.ended() == null && (document.held() == 0) != (counted == 0);
        Components.text(
                told, document != null && contrary ? String.format(Locale.ROOT, "says %,d", document.held()) : "");
        told.setTitle(
                document != null && contrary
                        ? String.format(
                                Locale.ROOT,
                                "The board counts %,d held. Its own document, written every 10 s, says %,d.",
                                counted,
                                document.held())
                        : "");
    }

    private void judge(JudgedAgent agent) {
        agent.ended().ifPresentOrElse(how -> show("ended", "silent", how), () -> judgeByLife(agent));
    }

    private void judgeByLife(JudgedAgent agent) {
        switch (agent.life()) {
            case AgentLife.Alive alive
            when agent.isIdle() ->
                show(
                        "idle",
                        "free",
                        "It wrote within the last 30 s, holds no lock and waits for none. That it lives is its own word.");
            case AgentLife.Alive alive -> show("alive", "held", "It wrote within the last 30 s.");
            case AgentLife.Silent silent ->
                show("silent", "silent", "It died without closing, hangs, or is cut off from MongoDB.");
            case AgentLife.Unknown unknown ->
                show(
                        "unknown",
                        "unknown",
                        "What the agents write cannot be read at the moment, or it writes too rarely.");
        }
    }

    private void show(String word, String css, String meaning) {
        Components.text(state, word);
        Components.css(state, "state " + css);
        state.setTitle(meaning);
    }

    private static Instant lastWord(AgentDocument document, AgentLife life) {
        return switch (life) {
            case AgentLife.Alive alive -> alive.lastWord();
            case AgentLife.Silent silent -> silent.since();
            case AgentLife.Unknown unknown -> document.lastSeen();
        };
    }

    private static NativeTableCell count(String label, Component number) {
        NativeTableCell cell = labelled(label, number);
        cell.addClassName("count");
        return cell;
    }

    /** The label is shown if the column heads are not. */
    private static NativeTableCell labelled(String label, Component value) {
        Span name = new Span(label);
        name.addClassNames("label", "dim");
        NativeTableCell cell = Table.cell(value, name);
        cell.addClassNames("cell", "num");
        return cell;
    }

    private static NativeTableCell pair(Component first, Span second) {
        second.addClassName("dim");
        Div pair = new Div(first, second);
        pair.addClassName("pair");
        return Table.cell(pair);
    }

    private static Span text() {
        Span span = new Span();
        span.getElement().setAttribute("dir", "auto");
        return span;
    }

    private static void set(Span span, String text) {
        Components.text(span, Formats.visible(text));
        span.setTitle(Formats.visible(text));
    }

    /** Whether an agent renews its leases in time, and by how much the most overdue renewal is late. */
    private static final class RenewalCell extends Span {

        private final Span state = new Span();
        private final Component age = Ticking.age(Instant.EPOCH);
        private final Span ago = new Span();

        RenewalCell() {
            addClassName("renewals");
            add(state, age, ago);
        }

        void show(AgentActivity doing) {
            if (doing.lateSince() != null) {
                show("late by", doing.lateSince(), "", "Time since the renewal was due.");
            } else if (doing.oldestRenewal() != null) {
                show("", doing.oldestRenewal(), " ago", "Time since its oldest renewal.");
            } else {
                show("–", null, "", "");
            }
        }

        private void show(String word, @Nullable Instant since, String after, String meaning) {
            Components.text(state, word);
            Components.css(state, word.startsWith("late") ? "state renewal-late" : "dim");
            age.setVisible(since != null);
            if (since != null) {
                Ticking.show(age, since, null);
            }
            Components.text(ago, after);
            setTitle(meaning);
        }
    }
}
