package io.lockkeeper.model;

import java.time.Duration;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * A process that takes locks through a host agent. Its names are its own claim, except for the user.
 *
 * @param service the service that it says it is
 * @param user who runs it, as the socket shows
 * @param command the name of its program; empty if its process is not seen
 * @param proven whether the host agent will see the end of the process: then its locks are free at once
 * @param silent how long nothing was heard of it
 * @param leases how many leases it has
 * @param waits how many locks it waits for
 */
public record ServedProcess(
        String service, long pid, String user, String command, boolean proven, Duration silent, int leases, int waits) {

    /** The most characters of a name: an agent's document is small, and a process can call itself what it likes. */
    private static final int LONGEST = 24;

    BsonDocument toBson() {
        return new BsonDocument("service", text(service))
                .append("pid", new BsonInt64(pid))
                .append("user", text(user))
                .append("command", text(command))
                .append("proven", BsonBoolean.valueOf(proven))
                .append("silentMs", new BsonInt64(silent.toMillis()))
                .append("leases", new BsonInt32(leases))
                .append("waits", new BsonInt32(waits));
    }

    static ServedProcess fromBson(BsonDocument bson) {
        return new ServedProcess(
                bson.getString("service").getValue(),
                bson.getNumber("pid").longValue(),
                bson.getString("user").getValue(),
                bson.getString("command").getValue(),
                bson.getBoolean("proven").getValue(),
                StoredTimes.duration(bson, "silentMs"),
                bson.getNumber("leases").intValue(),
                bson.getNumber("waits").intValue());
    }

    private static BsonString text(String text) {
        return new BsonString(
                text.codePointCount(0, text.length()) <= LONGEST
                        ? text
                        : text.substring(0, text.offsetByCodePoints(0, LONGEST - 1)) + "…");
    }
}
