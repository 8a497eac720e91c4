package io.lockkeeper.console.audit;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.mongodb.DocumentLimit;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads a lock with majority read concern: anything less could show an eviction that is rolled back. */
@Component
class LeaseReader {

    private static final long LIMIT_MILLIS = 5_000;

    private final MongoCollection<BsonDocument> locks;

    LeaseReader(MongoDatabase database) {
        locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    /** Null where there is no document any more, or none of a lock. */
    @Nullable
    LockDocument read(String lock) {
        BsonDocument found = locks.aggregate(DocumentLimit.OF_LOCKS.matching(Filters.eq("_id", lock)))
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .first();
        try {
            return found == null ? null : LockMapper.fromBson(found);
        } catch (DamagedLockException e) {
            return null;
        }
    }
}
