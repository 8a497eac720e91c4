package io.lockkeeper.console.history;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.LockDocument;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reads locks as they were at a moment of the recent past. By default, a server keeps snapshots for five minutes.
 */
@Component
class PastReader {

    /** So that the largest documents fit in one answer. */
    private static final int TOGETHER = 40;

    private static final Set<Integer> TOO_LONG_AGO = Set.of(239, 246);

    private final MongoDatabase database;

    PastReader(MongoDatabase database) {
        this.database = database;
    }

    /** The documents of these locks as they were at the moment; empty if that is too long ago. */
    Optional<List<BsonDocument>> read(Collection<String> names, BsonTimestamp moment) {
        List<String> all = List.copyOf(names);
        List<BsonDocument> found = new ArrayList<>(all.size());
        for (int from = 0; from < all.size(); from += TOGETHER) {
            List<BsonDocument> some = some(all.subList(from, Math.min(all.size(), from + TOGETHER)), moment);
            if (some == null) {
                return Optional.empty();
            }
            found.addAll(some);
        }
        return Optional.of(found);
    }

    private @Nullable List<BsonDocument> some(List<String> names, BsonTimestamp moment) {
        try {
            return database
                    .runCommand(find(names, moment), BsonDocument.class)
                    .getDocument("cursor")
                    .getArray("firstBatch")
                    .stream()
                    .map(each -> each.asDocument())
                    .toList();
        } catch (MongoCommandException e) {
            if (TOO_LONG_AGO.contains(e.getErrorCode())) {
                return null;
            }
            throw e;
        }
    }

    private static BsonDocument find(List<String> names, BsonTimestamp moment) {
        BsonArray ids = new BsonArray(names.stream().map(BsonString::new).toList());
        return new BsonDocument("find", new BsonString(LockDocument.COLLECTION))
                .append("filter", new BsonDocument("_id", new BsonDocument("$in", ids)))
                .append("batchSize", new BsonInt32(TOGETHER + 1))
                .append("singleBatch", BsonBoolean.TRUE)
                .append("maxTimeMS", new BsonInt32(5_000))
                .append(
                        "readConcern",
                        new BsonDocument("level", new BsonString("snapshot")).append("atClusterTime", moment));
    }
}
