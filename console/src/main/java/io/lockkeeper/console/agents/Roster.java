package io.lockkeeper.console.agents;

import io.lockkeeper.model.AgentDocument;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The agents at one moment: those that live first, then by service and instance.
 *
 * @param readAt the moment, by the server's clock
 * @param agents what each wrote last
 * @param failed whether it could not be read anew since
 */
record Roster(Instant readAt, List<AgentDocument> agents, boolean failed) {

    static final Roster NOT_READ = new Roster(Instant.EPOCH, List.of(), false);

    static Roster of(Instant readAt, List<AgentDocument> agents) {
        Comparator<AgentDocument> order = Comparator.<AgentDocument, Boolean>comparing(agent -> agent.isMissed(readAt))
                .thenComparing(AgentDocument::service)
                .thenComparing(AgentDocument::instance)
                .thenComparing(AgentDocument::started)
                .thenComparing(AgentDocument::id);
        return new Roster(readAt, agents.stream().sorted(order).toList(), false);
    }

    Roster outdated() {
        return new Roster(readAt, agents, true);
    }

    boolean isRead() {
        return !readAt.equals(Instant.EPOCH);
    }

    boolean isMissed(AgentDocument agent) {
        return agent.isMissed(readAt);
    }

    String summary() {
        long missed = agents.stream().filter(this::isMissed).count();
        String living = "%,d %s".formatted(agents.size() - missed, agents.size() - missed == 1 ? "agent" : "agents");
        return missed == 0 ? living : living + " · %,d not seen lately".formatted(missed);
    }
}
