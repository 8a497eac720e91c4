package io.lockkeeper.console.agents;

import io.lockkeeper.model.AgentDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the agents wrote last, as it was read at one moment.
 *
 * @param readAt the moment, by the server's clock
 * @param agents what each wrote last
 * @param failed whether it could not be read anew since
 */
record Roster(Instant readAt, List<AgentDocument> agents, boolean failed) {

    static final Roster NOT_READ = new Roster(Instant.EPOCH, List.of(), false);
    /** An older one would make agents look silent that are not. */
    static final Duration USABLE = Duration.ofSeconds(10);

    Roster {
        agents = List.copyOf(agents);
    }

    Roster outdated() {
        return new Roster(readAt, agents, true);
    }

    boolean isRead() {
        return !readAt.equals(Instant.EPOCH);
    }

    /** Whether it tells of the present. */
    boolean isCurrent(Instant now) {
        return !failed && readAt.plus(USABLE).isAfter(now);
    }

    Optional<AgentDocument> find(String agent) {
        return agents.stream().filter(it -> it.id().equals(agent)).findFirst();
    }
}
