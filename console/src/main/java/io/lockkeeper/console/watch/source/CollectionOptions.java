package io.lockkeeper.console.watch.source;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.dialect.TtlIndexes;

/**
 * What a collection's owner may set at any time, and what the console reads its locks by: TTL indexes, and pre- and
 * post-images.
 */
record CollectionOptions(TtlIndexes indexes, ChangeImages images) {

    static final CollectionOptions NONE = new CollectionOptions(TtlIndexes.UNREADABLE, new ChangeImages(false));

    /** Asks MongoDB. */
    static CollectionOptions of(MongoDatabase database, MongoCollection<?> collection) {
        return new CollectionOptions(
                TtlIndexes.in(collection),
                ChangeImages.of(database, collection.getNamespace().getCollectionName()));
    }
}
