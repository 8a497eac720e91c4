package io.lockkeeper.commandline.doctor;

import io.lockkeeper.commandline.Database;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.LockkeeperCollection;
import io.lockkeeper.model.PurgeIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;

/** Whether the collections are free for what Lockkeeper writes there, and what nobody uses any more is purged. */
final class Indexes {

    private static final String CREATE = "Open an agent with index mode CREATE once, or run docker/roles.js.";

    private Indexes() {}

    static List<Finding> check(Database database) {
        List<Finding> findings = new ArrayList<>();
        for (LockkeeperCollection each : List.of(LockkeeperCollection.LOCKS, LockkeeperCollection.AGENTS)) {
            CollectionLook look = CollectionLook.at(
                    each, command -> database.database(database.name()).runCommand(command, BsonDocument.class));
            findings.add(neighbours(look, database));
            each.indexes().forEach(index -> findings.add(index(look, index, database)));
        }
        return findings;
    }

    private static Finding neighbours(CollectionLook look, Database database) {
        String check = "collection " + look.collection().name();
        if (look.obstacles().isEmpty()) {
            return Finding.ok(check, "holds nothing of other programs");
        }
        String found = "%s.%s %s".formatted(database.name(), look.collection().name(), look.found());
        if (!look.refused()) {
            return Finding.warning(
                    check,
                    found + ", beside what is Lockkeeper's",
                    "Move what is not Lockkeeper's to another collection.");
        }
        return look.collection().equals(LockkeeperCollection.LOCKS)
                ? Finding.failed(check, found + ": agents refuse it", "Name another database: --database.")
                : Finding.warning(
                        check, found + ": the console does not list agents", "Name another database: --database.");
    }

    private static Finding index(CollectionLook look, PurgeIndex index, Database database) {
        String check = "index " + index.name();
        if (index.isEarlierAmong(look.indexes())) {
            return Finding.warning(
                    check,
                    "the index %s of an earlier version is on %s.%s: it deletes documents of other programs as well"
                            .formatted(
                                    index.earlier(),
                                    database.name(),
                                    look.collection().name()),
                    "It is replaced when an agent of this version starts with index mode CREATE, or by docker/roles.js.");
        }
        return index.among(look.indexes())
                .map(found -> purging(check, PurgeIndex.retention(found)))
                .orElseGet(() -> Finding.warning(
                        check,
                        "is missing on %s.%s, or its filter is another one: unused documents stay forever"
                                .formatted(database.name(), look.collection().name()),
                        CREATE));
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
