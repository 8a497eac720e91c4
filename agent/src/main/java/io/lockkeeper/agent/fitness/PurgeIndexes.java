package io.lockkeeper.agent.fitness;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.PurgeIndex;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the purge indexes of a collection in which nothing of others stands in the way, in place of those of an earlier version. */
public final class PurgeIndexes {

    private static final Logger log = LoggerFactory.getLogger(PurgeIndexes.class);
    private static final int INDEX_NOT_FOUND = 27;

    private PurgeIndexes() {}

    /**
     * Makes those that the look does not show. Others may make them at the same time.
     *
     * @throws MongoException if the server refuses one or does not answer
     */
    public static void create(MongoCollection<BsonDocument> collection, CollectionLook look) {
        boolean complete = look.collection().indexes().stream()
                .allMatch(index -> index.among(look.indexes()).isPresent());
        if (!complete) {
            collection.createIndexes(look.collection().models());
        }
        look.collection().indexes().stream()
                .filter(index -> index.isEarlierAmong(look.indexes()))
                .map(PurgeIndex::earlier)
                .distinct()
                .forEach(earlier -> drop(collection, earlier));
    }

    private static void drop(MongoCollection<BsonDocument> collection, String earlier) {
        try {
            collection.dropIndex(earlier);
            log.info("index={} of an earlier version was dropped from {}", earlier, collection.getNamespace());
        } catch (MongoException e) {
            if (!(e instanceof MongoCommandException && e.getCode() == INDEX_NOT_FOUND)) { // another agent's drop
                log.warn(
                        "index={} of an earlier version stays on {}: it deletes documents of other programs as well. Drop it: {}",
                        earlier,
                        collection.getNamespace(),
                        e.getMessage());
            }
        }
    }
}
