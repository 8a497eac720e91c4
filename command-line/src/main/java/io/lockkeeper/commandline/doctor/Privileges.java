package io.lockkeeper.commandline.doctor;

import io.lockkeeper.commandline.Database;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.GrantedPrivileges;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.LockDocument;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** Checks what the user may do, privilege by privilege, from the server's answer to {@code connectionStatus}. */
final class Privileges {

    private static final String NO_LOCKS = "no lock can be acquired or released";
    private static final List<Need> NEEDS = List.of(
            new Need(LockDocument.COLLECTION, "find", true, NO_LOCKS),
            new Need(LockDocument.COLLECTION, "insert", true, NO_LOCKS),
            new Need(LockDocument.COLLECTION, "update", true, NO_LOCKS),
            new Need(
                    LockDocument.COLLECTION,
                    "changeStream",
                    false,
                    "waiters that have no hints look once a second, and 'watch' reads once a second"),
            new Need(AgentDocument.COLLECTION, "insert", false, "the console does not list this user's agents"),
            new Need(AgentDocument.COLLECTION, "update", false, "the console does not list this user's agents"),
            new Need(AgentDocument.COLLECTION, "remove", false, "the console lists an agent for a day after its end"),
            new Need(AgentDocument.COLLECTION, "find", false, "'agents' shows nothing"));

    /** The actions that agents need on each collection of hints. */
    private static final List<String> OF_HINTS = List.of("find", "insert", "createCollection", "convertToCapped");

    private Privileges() {}

    /** An action that locks need. */
    private record Need(String collection, String action, boolean vital, String without) {

        Finding finding(GrantedPrivileges granted, String database) {
            String check = "privilege %s on %s.%s".formatted(action, database, collection);
            if (granted.allows(action, database, collection)) {
                return Finding.ok(check, "granted");
            }
            String found = "\"%s\" lacks it: %s".formatted(granted.user(), without);
            String advice = "Grant it; docker/roles.json has the roles to copy.";
            return vital ? Finding.failed(check, found, advice) : Finding.warning(check, found, advice);
        }
    }

    static List<Finding> check(Database database) {
        GrantedPrivileges granted = GrantedPrivileges.of(
                database.database(database.name()).runCommand(GrantedPrivileges.command(), BsonDocument.class));
        if (!granted.isLimited()) {
            return List.of(Finding.warning(
                    "privileges",
                    "this server asked for no user and password, or the URI gives none",
                    "In production, let MongoDB ask for them, and give each service a user of its own."));
        }
        return Stream.concat(
                        NEEDS.stream().map(need -> need.finding(granted, database.name())),
                        Stream.of(wakes(granted, database.name())))
                .toList();
    }

    /** How agents of this user wake one another, unless their options say otherwise. */
    private static Finding wakes(GrantedPrivileges granted, String database) {
        String check = "how agents wake one another";
        return Arrays.stream(HintPlace.values())
                .filter(place -> OF_HINTS.stream()
                        .allMatch(action -> granted.allows(
                                action, place.database(database), place.collection(database, granted.user()))))
                .findFirst()
                .map(place -> Finding.ok(check, "by hints in the database " + place.database(database)))
                .orElseGet(() -> Finding.warning(
                        check,
                        "\"%s\" may not write hints: each agent that waits or holds follows a change stream, and each makes every write to this MongoDB dearer"
                                .formatted(granted.user()),
                        "Run docker/roles.js again, and grant the role lockkeeperWakes_%s in admin."
                                .formatted(database)));
    }
}
