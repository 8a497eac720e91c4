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
import io.lockkeeper.model.ServedProcess;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One process: where it runs, since when, when it wrote last, and what it does by the board; or one that takes locks through a host
 * agent. It is updated in place.
 */
final class AgentRow extends NativeTableRow {

    static final List<String> COLUMNS = List.of(
            "State", "Instance", "Host", "Version", "Running for", "Last heartbeat", "Renewals", "Held", "Waiting");

    private final Span state = new Span();
    private final Span unproven = new Span();
    private final Name instance = new Name();
    private final Span process = text();
    private final NativeTableCell who = pair(instance, process);
    private final Name host = new Name();
    private final NativeTableCell where = Table.cell(host);
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

    AgentRow() {
        addClassName("agent");
        getElement().setAttribute("role", "row");
        unproven.addClassNames("unproven", "dim");
        unproven.setTitle("No live lease or waiter of this instance backs what it says of itself.");
        where.addClassNames("cell", "where");
        outerCell.addClassNames("outer", "dim");
        add(Table.cell(state, unproven), who, where, labelled("version", version));
        add(labelled("running for", runs), labelled("last heartbeat", seenAgo), labelled("renewals", renewals));
        idle.addClassNames("idle", "dim");
        told.addClassNames("idle", "dim");
        NativeTableCell holds = count("held", held);
        holds.add(idle, told);
        add(holds, count("waiting", waiting), outerCell, remaining.cell());
    }

    void show(JudgedAgent agent) {
        Components.text(unproven, agent.proven() || agent.isIdle() ? "" : "unproven");
        setClassName("silent", agent.isSilent());
        judge(agent);
        instance.show(Formats.visible(agent.instance()));
        set(process, "process " + agent.pid());
        host.show(Formats.visible(agent.host()));
        note(agent);
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
    }

    /**
     * Shows a process that takes locks through a host agent, which counts what it has.
     *
     * @param heard when the host agent last heard of it
     */
    void show(JudgedAgent through, ServedProcess process, Instant heard) {
        addClassName("served");
        who.setColspan(2);
        where.setVisible(false);
        runs.setVisible(false);
        outerCell.setVisible(false);
        show("served", "free", "It takes locks through this host agent.");
        String name = joined(process.service(), process.command(), process.pid() + " on " + through.host());
        instance.show(Formats.visible(name));
        set(
                this.process,
                joined(
                        "user " + process.user(),
                        process.proven()
                                ? "its end frees its locks at once"
                                : "its end is not seen: free after the ttl"));
        Ticking.show(seen, heard, null);
        renewals.show(AgentActivity.NOTHING);
        held.show(process.leases(), String.format(Locale.ROOT, "%,d held", process.leases()), "");
        waiting.show(process.waits(), String.format(Locale.ROOT, "%,d waiting", process.waits()), "");
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isBlank()).collect(Collectors.joining(" · "));
    }

    /** What else there is to know: locks of another kind, processes that are not listed. */
    private void note(JudgedAgent agent) {
        String processes = agent.serves()
                .filter(served -> served.count() > served.first().size())
                .map(served -> String.format(
                        Locale.ROOT,
                        "%,d processes take locks through it: the first %,d are listed, and all by lockkeeper sessions",
                        served.count(),
                        served.first().size()))
                .orElse("");
        String words = joined(agent.outerLocks().isEmpty() ? "" : "also holds " + agent.outerLocks(), processes);
        outerCell.setVisible(!words.isEmpty());
        set(outer, words);
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

    static NativeTableCell count(String label, Component number) {
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
}
