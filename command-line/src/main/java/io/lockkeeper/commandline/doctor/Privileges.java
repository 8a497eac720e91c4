package io.lockkeeper.commandline.doctor;

import io.lockkeeper.commandline.Database;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.LockDocument;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** What the user may do, one by one, from the server's answer to {@code connectionStatus}. */
final class Privileges {

    private static final BsonDocument COMMAND = BsonDocument.parse("{ connectionStatus: 1, showPrivileges: true }");
    private static final String NO_LOCKS = "no lock can be acquired or released";
    private static final List<Need> NEEDS = List.of(
            new Need(LockDocument.COLLECTION, "find", true, NO_LOCKS),
            new Need(LockDocument.COLLECTION, "insert", true, NO_LOCKS),
            new Need(LockDocument.COLLECTION, "update", true, NO_LOCKS),
            new Need(
                    LockDocument.COLLECTION,
                    "changeStream",
                    false,
                    "waiters notice a hand-off seconds late, and 'watch' reads once a second"),
            new Need(AgentDocument.COLLECTION, "insert", false, "the console does not list this user's agents"),
            new Need(AgentDocument.COLLECTION, "update", false, "the console does not list this user's agents"),
            new Need(AgentDocument.COLLECTION, "remove", false, "the console lists an agent for a day after its end"),
            new Need(AgentDocument.COLLECTION, "find", false, "'agents' shows nothing"));

    private Privileges() {}

    /** One thing to do. */
    private record Need(String collection, String action, boolean vital, String without) {

        Finding finding(String user, String database, boolean granted) {
            String check = "privilege %s on %s.%s".formatted(action, database, collection);
            if (granted) {
                return Finding.ok(check, "granted");
            }
            String found = "\"%s\" lacks it: %s".formatted(user, without);
            String advice = "Grant it; docker/roles.json has the roles to copy.";
            return vital ? Finding.failed(check, found, advice) : Finding.warning(check, found, advice);
        }
    }

    static List<Finding> check(Database database) {
        BsonDocument auth = database.database(database.name())
                .runCommand(COMMAND, BsonDocument.class)
                .getDocument("authInfo", new BsonDocument());
        BsonArray users = auth.getArray("authenticatedUsers", new BsonArray());
        if (users.isEmpty()) {
            return List.of(Finding.warning(
                    "privileges",
                    "this server asked for no user and password, or the URI gives none",
                    "In production, let MongoDB ask for them, and give each service a user of its own."));
        }
        String user = users.getFirst()
                .asDocument()
                .getString("user", new BsonString("?"))
                .getValue();
        BsonArray granted = auth.getArray("authenticatedUserPrivileges", new BsonArray());
        return NEEDS.stream()
                .map(need -> need.finding(user, database.name(), isGranted(granted, database.name(), need)))
                .toList();
    }

    private static boolean isGranted(BsonArray granted, String database, Need need) {
        return granted.stream()
                .map(privilege -> privilege.asDocument())
                .filter(privilege -> covers(privilege.getDocument("resource", new BsonDocument()), database, need))
                .flatMap(privilege -> actions(privilege))
                .anyMatch(need.action()::equals);
    }

    private static Stream<String> actions(BsonDocument privilege) {
        return privilege.getArray("actions", new BsonArray()).stream()
                .map(action -> action.asString().getValue());
    }

    private static boolean covers(BsonDocument resource, String database, Need need) {
        return resource.containsKey("anyResource")
                || (matches(resource, "db", database) && matches(resource, "collection", need.collection()));
    }

    /** An empty name in a resource stands for any. */
    private static boolean matches(BsonDocument resource, String field, String name) {
        return resource.isString(field)
                && (resource.getString(field).getValue().isEmpty()
                        || resource.getString(field).getValue().equals(name));
    }
}
