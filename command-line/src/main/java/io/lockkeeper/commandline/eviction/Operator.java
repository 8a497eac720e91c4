package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.Plain;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Who evicts past the console: nothing proves the system's user, the database's proved itself.
 *
 * @param system the user of this machine's system
 * @param host this machine
 * @param database MongoDB's user, or {@code none}
 */
record Operator(String system, String host, String database) {

    private static final BsonDocument WHO = BsonDocument.parse("{ connectionStatus: 1 }");

    static Operator of(Database database) {
        BsonArray users = database.database(database.name())
                .runCommand(WHO, BsonDocument.class)
                .getDocument("authInfo", new BsonDocument())
                .getArray("authenticatedUsers", new BsonArray());
        String user = users.isEmpty()
                ? "none"
                : users.getFirst()
                        .asDocument()
                        .getString("user", new BsonString("?"))
                        .getValue();
        return new Operator(Plain.text(System.getProperty("user.name", "?")), Plain.text(thisHost()), Plain.text(user));
    }

    /** As the audit and the holder get it. */
    String name() {
        return "%s@%s (break-glass, MongoDB user %s)".formatted(system, host, database);
    }

    /** In the audit, where the console has an address. */
    String place() {
        return "command line on " + host;
    }

    private static String thisHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "?";
        }
    }
}
