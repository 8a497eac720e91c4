package io.lockkeeper.console.remember.history;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.model.LockDocument;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reads locks as they were at a moment of the recent past. By default, a server keeps snapshots for five minutes.
 */
@Component
class PastReader {

    private static final DocumentLimit LIMIT = DocumentLimit.OF_LOCKS;

    /** How many are read together, so that the largest documents fit in one answer. */
    private static final int TOGETHER = LIMIT.batch();

    private static final Set<Integer> TOO_LONG_AGO = Set.of(239, 246);

    private final MongoDatabase database;

    PastReader(MongoDatabase database) {
        this.database = database;
    }

    /**
     * Reads the documents of these locks as they were at the moment, of larger ones id and size. Answers whether it could: not if that is
     * too long ago.
     *
     * @param found gets each; of all together there may be too much to be kept
     */
    boolean read(Collection<String> names, BsonTimestamp moment, Consumer<BsonDocument> found) {
        List<String> all = List.copyOf(names);
        for (int from = 0; from < all.size(); from += TOGETHER) {
            List<BsonDocument> some = some(all.subList(from, Math.min(all.size(), from + TOGETHER)), moment);
            if (some == null) {
                return false;
            }
            some.forEach(found);
        }
        return true;
    }

    private @Nullable List<BsonDocument> some(List<String> names, BsonTimestamp moment) {
        try {
            return database
                    .runCommand(find(names, moment), RawBsonDocument.class)
                    .getDocument("cursor")
                    .getArray("firstBatch")
                    .stream()
                    .map(BsonValue::asDocument)
                    .toList();
        } catch (MongoCommandException e) {
            if (TOO_LONG_AGO.contains(e.getErrorCode())) {
                return null;
            }
            throw e;
        }
    }

    private static BsonDocument wanted(BsonArray ids) {
        return new BsonDocument("$match", new BsonDocument("_id", new BsonDocument("$in", ids)));
    }

    private static BsonDocument find(List<String> names, BsonTimestamp moment) {
        BsonArray ids = new BsonArray(names.stream().map(BsonString::new).toList());
        return new BsonDocument("aggregate", new BsonString(LockDocument.COLLECTION))
                .append(
                        "pipeline",
                        new BsonArray(List.of(wanted(ids), LIMIT.cut().toBsonDocument())))
                .append("cursor", new BsonDocument("batchSize", new BsonInt32(TOGETHER + 1)))
                .append("maxTimeMS", new BsonInt32(5_000))
                .append(
                        "readConcern",
                        new BsonDocument("level", new BsonString("snapshot")).append("atClusterTime", moment));
    }
}
