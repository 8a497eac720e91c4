package io.lockkeeper.console.watch.agents;

import io.lockkeeper.model.AgentDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the agents last wrote, as read at one moment.
 *
 * @param readAt the moment, by the server's clock: what was written before is in it
 * @param agents what each wrote last; who wrote last of all first
 * @param more whether there are more than were read
 * @param proofs which of it is backed by leases and waiters
 * @param failure why it could not be read since then, or empty
 */
public record Roster(Instant readAt, List<AgentDocument> agents, boolean more, Proofs proofs, String failure) {

    public static final Roster NOT_READ = new Roster(Instant.EPOCH, List.of(), false, Proofs.NONE, "");
    /** The age up to which a roster is used: with an older one, live agents would look silent. */
    static final Duration USABLE = Duration.ofSeconds(10);

    public Roster {
        agents = List.copyOf(agents);
    }

    Roster outdated(String why) {
        return new Roster(readAt, agents, more, proofs, why);
    }

    boolean failed() {
        return !failure.isEmpty();
    }

    public boolean isProven(AgentDocument agent) {
        return proofs.isProven(agent);
    }

    public boolean isRead() {
        return !readAt.equals(Instant.EPOCH);
    }

    public boolean isCurrent(Instant now) {
        return !failed() && readAt.plus(USABLE).isAfter(now);
    }

    /** The documents by id, in their order. */
    Map<String, AgentDocument> byId() {
        return agents.stream()
                .collect(Collectors.toMap(AgentDocument::id, it -> it, (one, same) -> one, LinkedHashMap::new));
    }

    Optional<AgentDocument> find(String agent) {
        return agents.stream().filter(it -> it.id().equals(agent)).findFirst();
    }
}
