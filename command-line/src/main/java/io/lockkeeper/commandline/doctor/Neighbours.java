package io.lockkeeper.commandline.doctor;

import io.lockkeeper.commandline.Database;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.LockkeeperCollection;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** Checks whether other programs use the collections that Lockkeeper writes to. */
final class Neighbours {

    private static final String ELSEWHERE = "Name another database: --database.";

    private Neighbours() {}

    static List<Finding> check(Database database) {
        return Stream.of(LockkeeperCollection.LOCKS, LockkeeperCollection.AGENTS)
                .map(each -> CollectionLook.at(
                        each, command -> database.database(database.name()).runCommand(command, BsonDocument.class)))
                .map(look -> finding(look, database.name()))
                .toList();
    }

    private static Finding finding(CollectionLook look, String database) {
        String check = "collection " + look.collection().name();
        if (look.obstacles().isEmpty()) {
            return Finding.ok(check, "holds nothing of other programs");
        }
        String found = "%s.%s %s".formatted(database, look.collection().name(), look.found());
        boolean ofLocks = look.collection().equals(LockkeeperCollection.LOCKS);
        if (!look.refused()) {
            String beside = found + ", beside what is Lockkeeper's";
            return ofLocks && look.harms()
                    ? Finding.failed(
                            check, beside, "Drop the index, undo the option, or name another database: --database.")
                    : Finding.warning(check, beside, "Move what is not Lockkeeper's to another collection.");
        }
        return ofLocks
                ? Finding.failed(check, found + ": agents refuse it", ELSEWHERE)
                : Finding.warning(check, found + ": the console does not list agents", ELSEWHERE);
    }
}
