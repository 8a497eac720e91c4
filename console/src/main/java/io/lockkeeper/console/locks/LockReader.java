package io.lockkeeper.console.locks;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.model.LockDocument;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.springframework.stereotype.Component;

/** Reads a free lock that the board does not keep, when somebody opens its address. */
@Component
public class LockReader {

    private static final long LIMIT_MILLIS = 2_000;

    private final MongoCollection<BsonDocument> locks;

    LockReader(MongoDatabase database) {
        locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class);
    }

    /**
     * The lock's document, if the lock is within the scope.
     *
     * @throws MongoException if MongoDB does not answer
     */
    public Optional<LockView> read(LockScope scope, String name) {
        if (!scope.sees(name)) {
            return Optional.empty();
        }
        return Optional.ofNullable(locks.find(Filters.eq("_id", name))
                        .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                        .first())
                .map(LockView::of);
    }
}
