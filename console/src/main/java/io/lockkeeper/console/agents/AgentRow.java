package io.lockkeeper.console.agents;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.Table;
import io.lockkeeper.console.shell.Ticking;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.AgentDocument;
import java.time.Instant;

/** One agent: where it runs, since when, when it wrote last, and what it does. It is updated in place. */
final class AgentRow extends NativeTableRow {

    private final Span state = new Span();
    private final Span unproven = new Span();
    private final Span service = text();
    private final Span instance = text();
    private final Span host = text();
    private final Span process = text();
    private final Span version = text();
    private final Component running = Ticking.age(Instant.EPOCH);
    private final Component seen = Ticking.age(Instant.EPOCH);
    private final Span held = text();
    private final Span idle = new Span();
    private final Span waiting = text();

    AgentRow() {
        addClassName("agent");
        getElement().setAttribute("role", "row");
        NativeTableCell where = pair(host, process);
        where.addClassName("where");
        unproven.addClassNames("unproven", "dim");
        unproven.setTitle(
                "No live lease or waiter of this instance backs what it says of itself: it is idle, or another agent wrote this.");
        add(Table.cell(state, unproven), pair(service, instance), where, labelled("version", version));
        add(labelled("running for", running), labelled("last heartbeat", new Span(seen, new Span(" ago"))));
        idle.addClassNames("idle", "dim");
        NativeTableCell holds = count("held", held);
        holds.add(idle);
        add(holds, count("waiting", waiting));
    }

    void show(JudgedAgent judged, boolean proven) {
        Draw.text(unproven, proven ? "" : "unproven");
        AgentDocument agent = judged.agent();
        AgentLife life = judged.life();
        Instant lastWord = lastWord(agent, life);
        boolean silent = life instanceof AgentLife.Silent;
        setClassName("silent", silent);
        show(life);
        set(service, agent.service());
        set(instance, agent.instance());
        set(host, agent.host());
        set(process, "process " + agent.pid());
        set(version, agent.version());
        Ticking.show(running, agent.started(), silent ? lastWord : null);
        Ticking.show(seen, lastWord, null);
        set(held, "%,d".formatted(agent.held()));
        Draw.text(idle, judged.idle() == 0 ? "" : "%,d kept idle".formatted(judged.idle()));
        set(waiting, "%,d".formatted(agent.waiting()));
    }

    private void show(AgentLife life) {
        switch (life) {
            case AgentLife.Alive alive -> show("alive", "held", "It wrote within the last 30 s.");
            case AgentLife.Silent silent ->
                show("silent", "expired", "It died without closing, hangs, or is cut off from MongoDB.");
            case AgentLife.Unknown unknown ->
                show("unknown", "unknown", "What the agents write cannot be read at the moment.");
        }
    }

    private void show(String word, String css, String meaning) {
        Draw.text(state, word);
        Draw.css(state, "state " + css);
        state.setTitle(meaning);
    }

    private static Instant lastWord(AgentDocument agent, AgentLife life) {
        return switch (life) {
            case AgentLife.Alive alive -> alive.lastWord();
            case AgentLife.Silent silent -> silent.lastWord();
            case AgentLife.Unknown unknown -> agent.lastSeen();
        };
    }

    private static NativeTableCell count(String label, Span number) {
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

    private static NativeTableCell pair(Span first, Span second) {
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
        Draw.text(span, Words.visible(text));
        span.setTitle(Words.visible(text));
    }
}
