package io.lockkeeper.commandline.doctor;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.LockIndexes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/** Whether what nobody uses any more is purged. */
final class Indexes {

    private Indexes() {}

    static List<Finding> check(Database database) {
        return List.of(
                check(database.locks(), LockIndexes.PURGE, LockIndexes.RETENTION),
                check(database.agents(), AgentDocument.EXPIRY, AgentDocument.RETENTION));
    }

    private static Finding check(MongoCollection<BsonDocument> collection, String name, Duration retention) {
        String check = "index " + name;
        Optional<BsonDocument> found = collection.listIndexes(BsonDocument.class).into(new ArrayList<>()).stream()
                .filter(index -> index.getString("name").getValue().equals(name))
                .findFirst();
        if (found.isEmpty()) {
            return Finding.warning(
                    check,
                    "is missing on %s: unused documents stay forever".formatted(collection.getNamespace()),
                    "Open an agent with index mode CREATE once, or run docker/roles.js.");
        }
        long seconds =
                found.get().getNumber("expireAfterSeconds", new BsonInt64(-1)).longValue();
        return seconds == retention.toSeconds()
                ? Finding.ok(check, "purges after " + retention.toHours() + " h")
                : Finding.warning(
                        check,
                        String.format(Locale.ROOT, "expires after %d s instead of %d", seconds, retention.toSeconds()),
                        "Drop it, and open an agent with index mode CREATE once.");
    }
}
