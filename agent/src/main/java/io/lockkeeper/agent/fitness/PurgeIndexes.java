package io.lockkeeper.agent.fitness;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.model.CollectionLook;
import org.bson.BsonDocument;

/** Makes the purge indexes of a collection in which nothing of others stands in the way. */
public final class PurgeIndexes {

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
    }
}
