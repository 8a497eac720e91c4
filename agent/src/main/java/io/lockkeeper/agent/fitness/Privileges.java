package io.lockkeeper.agent.fitness;

import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.LockDocument;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What the agent's user may do in its database, from the server's answer to {@code connectionStatus}, and what of the needed is
 * missing.
 */
record Privileges(String user, String database, List<BsonDocument> granted, boolean isLimited) {

    /** The command whose answer this is read from. Every user may send it. */
    static final BsonDocument COMMAND = BsonDocument.parse("{ connectionStatus: 1, showPrivileges: true }");

    /**
     * One thing the agent does.
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
            LockDocument.COLLECTION, "changeStream", "waiters notice a hand-off seconds late, at their next heartbeat");
    private static final List<Need> OF_PRESENCE = List.of(
            new Need(AgentDocument.COLLECTION, "insert", "the console does not list this agent"),
            new Need(AgentDocument.COLLECTION, "update", "the console does not list this agent"),
            new Need(AgentDocument.COLLECTION, "remove", "the console lists this agent for a day after its end"));

    static Privileges of(BsonDocument connectionStatus, String database) {
        BsonDocument auth = connectionStatus.getDocument("authInfo", new BsonDocument());
        BsonArray users = auth.getArray("authenticatedUsers", new BsonArray());
        String user = users.isEmpty()
                ? ""
                : users.getFirst()
                        .asDocument()
                        .getString("user", new BsonString(""))
                        .getValue();
        List<BsonDocument> granted = auth.getArray("authenticatedUserPrivileges", new BsonArray()).stream()
                .map(BsonValue::asDocument)
                .toList();
        return new Privileges(user, database, granted, !users.isEmpty());
    }

    /** What is missing without which there are no locks. */
    List<Need> missingForLocks() {
        return missing(OF_LOCKS.stream());
    }

    /** What is missing without which something is slower or not shown. */
    List<Need> missingBeside(boolean presence) {
        return missing(Stream.concat(Stream.of(STREAM), presence ? OF_PRESENCE.stream() : Stream.empty()));
    }

    /** A server that asks nobody for a password denies nobody anything. */
    private List<Need> missing(Stream<Need> needs) {
        return isLimited ? needs.filter(need -> !isGranted(need)).toList() : List.of();
    }

    private boolean isGranted(Need need) {
        return granted.stream()
                .filter(privilege -> covers(privilege.getDocument("resource", new BsonDocument()), need))
                .anyMatch(privilege -> privilege.getArray("actions", new BsonArray()).stream()
                        .anyMatch(action -> action.asString().getValue().equals(need.action())));
    }

    private boolean covers(BsonDocument resource, Need need) {
        return resource.containsKey("anyResource")
                || (matches(resource, "db", database) && matches(resource, "collection", need.collection()));
    }

    /** An empty name in a resource stands for any. */
    private static boolean matches(BsonDocument resource, String field, String name) {
        return Optional.ofNullable(resource.get(field))
                .filter(BsonValue::isString)
                .map(value -> value.asString().getValue())
                .filter(value -> value.isEmpty() || value.equals(name))
                .isPresent();
    }
}
