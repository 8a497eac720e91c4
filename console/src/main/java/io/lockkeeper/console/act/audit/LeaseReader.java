package io.lockkeeper.console.act.audit;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.watch.source.LockCollections;
import io.lockkeeper.console.watch.source.LockCollections.Opened;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads a lock with majority read concern: anything less could show an eviction that is rolled back. */
@Component
class LeaseReader {

    private static final long LIMIT_MILLIS = 5_000;

    private final LockCollections collections;
    private final History history;

    LeaseReader(LockCollections collections, History history) {
        this.collections = collections;
        this.history = history;
    }

    /**
     * Returns null if there is no document any more, or none of a lock. Reminds the agent of a lease that is marked.
     *
     * @throws MongoException if the lock's cluster does not answer
     * @throws RefusedException if its source is not known any more
     */
    @Nullable
    LockDocument read(LockId lock) {
        Opened opened = collections.of(lock.source());
        BsonDocument found = opened.documents()
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary())
                .aggregate(DocumentLimit.OF_LOCKS.matching(Filters.eq("_id", lock.name())))
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .first();
        try {
            LockDocument read = found == null ? null : LockMapper.fromBson(found);
            if (read != null) {
                opened.hints().remind(read);
            }
            return read;
        } catch (DamagedLockException e) {
            return null;
        }
    }

    /** The evicted lease, in the history of a source that identifies leases by their tokens. */
    Optional<LeaseRecord> past(AuditEntry entry) {
        return history.lease(entry.place(), entry.token());
    }
}
