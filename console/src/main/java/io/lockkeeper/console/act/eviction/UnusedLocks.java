package io.lockkeeper.console.act.eviction;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.source.LockCollections;
import io.lockkeeper.console.watch.source.LockCollections.Opened;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.LockkeeperCollection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.springframework.stereotype.Component;

/** Names without a document, which a pause gives one: only where an agent could use the lock, and among no other program's documents. */
@Component
final class UnusedLocks {

    private static final long LIMIT_MILLIS = 2_000;

    private final LockCollections collections;

    UnusedLocks(LockCollections collections) {
        this.collections = collections;
    }

    /**
     * Returns if the lock has a document, or may have one.
     *
     * @throws RefusedException if no agent would ask for the name, or another program uses the collection
     */
    void require(LockId lock) {
        Opened own = collections.ofOurs(lock.source());
        boolean there = own.documents()
                        .find(Filters.eq("_id", lock.name()))
                        .projection(new BsonDocument())
                        .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                        .first()
                != null;
        if (!there) {
            requireName(lock.name());
            requireFree(own);
        }
    }

    private static void requireName(String name) {
        try {
            LockName unused = new LockName(name);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(
                    e.getMessage() + ". No agent asks for such a lock, and none is there: nothing was changed.");
        }
    }

    /** The name, if an agent could ask for it. */
    static Optional<LockName> name(String name) {
        try {
            return Optional.of(new LockName(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static void requireFree(Opened own) {
        String collection = own.documents().getNamespace().getCollectionName();
        MongoDatabase database = own.cluster()
                .client()
                .getDatabase(own.documents().getNamespace().getDatabaseName());
        CollectionLook look = CollectionLook.at(
                LockkeeperCollection.LOCKS.in(collection), command -> database.runCommand(command, BsonDocument.class));
        if (look.refused()) {
            throw new RefusedException("The collection %s %s: agents do not use it, and nothing was changed."
                    .formatted(own.documents().getNamespace(), look.found()));
        }
    }
}
