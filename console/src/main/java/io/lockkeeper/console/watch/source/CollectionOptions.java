package io.lockkeeper.console.watch.source;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.dialect.TtlIndexes;

/**
 * The options that a collection's owner may change at any time, and by which the console reads its locks: TTL indexes, and pre- and
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
