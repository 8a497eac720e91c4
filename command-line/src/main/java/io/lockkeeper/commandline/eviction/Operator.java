package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.model.GrantedPrivileges;
import io.lockkeeper.model.ThisHost;
import org.bson.BsonDocument;

/**
 * Who evicts without the console. Nothing proves the name of the system's user; MongoDB has checked its own.
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

    /** As the audit and the holder get it. */
    String name() {
        return "%s@%s (break-glass, MongoDB user %s)".formatted(system, host, database);
    }

    /** In the audit, where the console has an address. */
    String place() {
        return "command line on " + host;
    }
}
