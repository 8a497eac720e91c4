package io.lockkeeper.console.agents;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.shell.Ticking;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.AgentDocument;

/** One agent: where it runs, since when, when it was seen last, and what it does. */
final class AgentRow extends Div {

    AgentRow(AgentDocument agent, boolean missed) {
        addClassName("agent");
        if (missed) {
            addClassName("missed");
        }
        Div where = pair(agent.host(), "process " + agent.pid());
        where.addClassName("where");
        add(state(missed), pair(agent.service(), agent.instance()), where);
        add(labelled("version", text(agent.version())));
        add(labelled("running for", runningFor(agent, missed)));
        add(labelled("last seen", seen(agent)), number("held", agent.held()), number("waiting", agent.waiting()));
    }

    private static Component state(boolean missed) {
        Span state = new Span(missed ? "not seen" : "alive");
        state.addClassNames("state", missed ? "expired" : "held");
        state.setTitle(
                missed ? "It died without closing, or is cut off from MongoDB." : "It wrote within the last 30 s.");
        return state;
    }

    private static Component runningFor(AgentDocument agent, boolean missed) {
        return missed ? Ticking.age(agent.started(), agent.lastSeen()) : Ticking.age(agent.started());
    }

    private static Component seen(AgentDocument agent) {
        return new Span(Ticking.age(agent.lastSeen()), new Span(" ago"));
    }

    private static Div number(String label, int number) {
        Div cell = labelled(label, text("%,d".formatted(number)));
        cell.addClassName("count");
        return cell;
    }

    /** The label is shown where the columns' heads are not. */
    private static Div labelled(String label, Component value) {
        Span name = new Span(label);
        name.addClassNames("label", "dim");
        Div cell = new Div(value, name);
        cell.addClassNames("cell", "num");
        return cell;
    }

    private static Div pair(String first, String second) {
        Span below = text(second);
        below.addClassName("dim");
        Div pair = new Div(text(first), below);
        pair.addClassName("pair");
        return pair;
    }

    private static Span text(String text) {
        Span span = new Span(Words.visible(text));
        span.setTitle(Words.visible(text));
        span.getElement().setAttribute("dir", "auto");
        return span;
    }
}
