package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.model.GrantedPrivileges;
import io.lockkeeper.model.ThisHost;
import org.bson.BsonDocument;

/**
 * The person who evicts without the console. The system's user is unproven; MongoDB's was authenticated.
 *
 * @param system the user of this machine's system
 * @param host this machine
 * @param database MongoDB's user, or {@code none}
 */
record Operator(String system, String host, String database) {

    static Operator of(Database database) {
        String user = GrantedPrivileges.of(
                        database.database(database.name()).runCommand(GrantedPrivileges.command(), BsonDocument.class))
                .user();
        return new Operator(
                Plain.text(System.getProperty("user.name", "?")),
                Plain.text(ThisHost.name()),
                user.isEmpty() ? "none" : Plain.text(user));
    }

    /** The name for the audit and the holder. */
    String name() {
        return "%s@%s (break-glass, MongoDB user %s)".formatted(system, host, database);
    }

    /** The place for the audit, where the console records an address. */
    String place() {
        return "command line on " + host;
    }
}
