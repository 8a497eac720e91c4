package io.lockkeeper.commandline.doctor;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.model.LockkeeperCollection;
import io.lockkeeper.model.PurgeIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** Checks whether unused documents are purged, and no others. */
final class Indexes {

    private Indexes() {}

    static List<Finding> check(Database database) {
        return Stream.concat(
                        check(LockkeeperCollection.LOCKS, database.locks()),
                        check(LockkeeperCollection.AGENTS, database.agents()))
                .toList();
    }

    private static Stream<Finding> check(LockkeeperCollection which, MongoCollection<BsonDocument> collection) {
        List<BsonDocument> indexes = collection.listIndexes(BsonDocument.class).into(new ArrayList<>());
        String place = collection.getNamespace().getFullName();
        return which.indexes().stream().map(index -> check(index, indexes, place));
    }

    private static Finding check(PurgeIndex index, List<BsonDocument> indexes, String place) {
        String check = "index " + index.name();
        return index.among(indexes)
                .map(found -> purging(check, PurgeIndex.retention(found)))
                .orElseGet(() -> Finding.warning(
                        check,
                        "is missing on %s, or its filter is another one: unused documents stay forever"
                                .formatted(place),
                        "Open an agent with index mode CREATE once, or run docker/roles.js."));
    }

    private static Finding purging(String check, Duration retention) {
        return retention.equals(PurgeIndex.RETENTION)
                ? Finding.ok(check, "purges after " + retention.toHours() + " h")
                : Finding.warning(
                        check,
                        String.format(
                                Locale.ROOT,
                                "expires after %d s instead of %d",
                                retention.toSeconds(),
                                PurgeIndex.RETENTION.toSeconds()),
                        "Drop it, and open an agent with index mode CREATE once.");
    }
}
