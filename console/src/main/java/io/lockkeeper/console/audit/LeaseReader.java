package io.lockkeeper.console.audit;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.history.History;
import io.lockkeeper.console.history.LeaseRecord;
import io.lockkeeper.console.mongodb.DocumentLimit;
import io.lockkeeper.console.scope.LockId;
import io.lockkeeper.console.source.ForeignChange;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.SourceBoard;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What is known of a lock whose lease was evicted. One of the console's first collection is read with majority read concern, as
 * anything less could show an eviction that is rolled back; what the changes of a source told is on its board.
 */
@Component
class LeaseReader implements ForeignChange.Listener {

    private static final long LIMIT_MILLIS = 5_000;

    private final Map<String, SourceBoard> boards = new ConcurrentHashMap<>();
    private final MongoCollection<BsonDocument> first;
    private final History history;

    LeaseReader(MongoDatabase database, History history) {
        first = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.history = history;
    }

    @Override
    public void readAnew(LockSource source, SourceBoard board) {
        boards.put(source.id(), board);
    }

    @Override
    public void changed(LockSource source, SourceBoard board, ForeignChange change) {
        // the follower takes the changes
    }

    /** Whether anything is known of it: nothing is of a source that was never read. */
    boolean knows(LockId lock) {
        return lock.isFirst() || boards.containsKey(lock.source());
    }

    /** Null if there is no document any more, or none of a lock. */
    @Nullable
    LockDocument read(LockId lock) {
        return lock.isFirst() ? read(lock.name()) : onBoard(lock).orElse(null);
    }

    private Optional<LockDocument> onBoard(LockId lock) {
        return Optional.ofNullable(boards.get(lock.source()))
                .flatMap(board -> board.find(new BsonString(lock.name())))
                .flatMap(ForeignLock::own);
    }

    private @Nullable LockDocument read(String lock) {
        BsonDocument found = first.aggregate(DocumentLimit.OF_LOCKS.matching(Filters.eq("_id", lock)))
                .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .first();
        try {
            return found == null ? null : LockMapper.fromBson(found);
        } catch (DamagedLockException e) {
            return null;
        }
    }

    /** The lease that an eviction is about, in the history, which has those of the first collection. */
    Optional<LeaseRecord> past(AuditEntry entry) {
        return entry.place().isFirst() ? history.lease(entry.lock(), entry.token()) : Optional.empty();
    }
}
