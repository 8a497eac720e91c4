package io.lockkeeper.agent.fitness;

import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.GrantedPrivileges;
import io.lockkeeper.model.LockDocument;
import java.util.List;
import java.util.stream.Stream;

/** The privileges that the agent needs in its database and MongoDB denies its user. */
record RequiredPrivileges(GrantedPrivileges granted, String database) {

    /**
     * A privilege that the agent needs.
     *
     * @param without what becomes of locks without it
     */
    record Need(String collection, String action, String without) {}

    private static final String NOTHING_WORKS = "no lock can be acquired or released";
    private static final List<Need> OF_LOCKS = List.of(
            new Need(LockDocument.COLLECTION, "find", NOTHING_WORKS),
            new Need(LockDocument.COLLECTION, "insert", NOTHING_WORKS),
            new Need(LockDocument.COLLECTION, "update", NOTHING_WORKS));
    private static final Need STREAM = new Need(
            LockDocument.COLLECTION,
            "changeStream",
            "waiters that have no hints look once a second, and notice a hand-off so much later");
    private static final List<Need> OF_PRESENCE = List.of(
            new Need(AgentDocument.COLLECTION, "insert", "the console does not list this agent"),
            new Need(AgentDocument.COLLECTION, "update", "the console does not list this agent"),
            new Need(AgentDocument.COLLECTION, "remove", "the console lists this agent for a day after its end"));

    /** The missing privileges without which locks are impossible. */
    List<Need> missingForLocks() {
        return missing(OF_LOCKS.stream());
    }

    /** The missing privileges without which something is slower or not shown. */
    List<Need> missingBeside(boolean presence) {
        return missing(Stream.concat(Stream.of(STREAM), presence ? OF_PRESENCE.stream() : Stream.empty()));
    }

    private List<Need> missing(Stream<Need> needs) {
        return needs.filter(need -> !granted.allows(need.action(), database, need.collection()))
                .toList();
    }
}
