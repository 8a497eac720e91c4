package io.lockkeeper.commandline.eviction;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.LockkeeperCollection;
import java.time.Instant;
import org.bson.BsonDocument;

/** A lock without a document, which a pause creates: only where an agent could use the lock, and among no other program's documents. */
final class UnusedLock {

    private final MongoDatabase database;

    /** @throws FailedException if no agent could ask for the name, or another program uses the collection */
    UnusedLock(Database database, String name) {
        this.database = database.database(database.name());
        try {
            LockName unused = new LockName(name);
        } catch (IllegalArgumentException e) {
            throw new FailedException(
                    ExitCode.USAGE,
                    "Nothing was changed: there is no such lock, and no agent asks for one. "
                            + Plain.text(String.valueOf(e.getMessage())));
        }
        CollectionLook look = CollectionLook.at(
                LockkeeperCollection.LOCKS, command -> this.database.runCommand(command, BsonDocument.class));
        if (look.refused()) {
            throw new FailedException(
                    ExitCode.NOT_SO,
                    Plain.text("Nothing was changed: the collection locks %s, so agents do not use it."
                            .formatted(look.found())));
        }
    }

    Instant serverTime() {
        BsonDocument hello = database.runCommand(BsonDocument.parse("{ hello: 1 }"), BsonDocument.class);
        return Instant.ofEpochMilli(hello.getDateTime("localTime").getValue());
    }
}
