package io.lockkeeper.console.watch.source;

import com.mongodb.MongoCommandException;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import com.mongodb.client.model.changestream.OperationType;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * What a change stream shows of a document. Where the collection keeps pre- and post-images (MongoDB 6.0), each change shows the exact
 * state before and after it; elsewhere the document is looked up when the change is read, and may have changed again by then.
 *
 * @param kept whether the collection keeps them
 */
record ChangeImages(boolean kept) {

    private static final int UNAUTHORIZED = 13;

    /** Assumed absent if the console may not list the collection. */
    static ChangeImages of(MongoDatabase database, String collection) {
        try {
            BsonDocument found = database.listCollections(BsonDocument.class)
                    .filter(Filters.eq("name", collection))
                    .first();
            return new ChangeImages(found != null && enabled(found));
        } catch (MongoCommandException e) {
            if (e.getCode() != UNAUTHORIZED) {
                throw e;
            }
            return new ChangeImages(false);
        }
    }

    private static boolean enabled(BsonDocument collection) {
        return collection
                .getDocument("options", new BsonDocument())
                .getDocument("changeStreamPreAndPostImages", new BsonDocument())
                .getBoolean("enabled", BsonBoolean.FALSE)
                .getValue();
    }

    ChangeStreamIterable<RawBsonDocument> in(ChangeStreamIterable<RawBsonDocument> watch) {
        return kept
                ? watch.fullDocument(FullDocument.WHEN_AVAILABLE)
                        .fullDocumentBeforeChange(FullDocumentBeforeChange.WHEN_AVAILABLE)
                : watch.fullDocument(FullDocument.UPDATE_LOOKUP);
    }

    /**
     * The document after the change; null if it was deleted. One that the event does not show is looked up, unless it is new and larger than
     * what the console reads: an event brings less, an update may come without it, and a shared stream adds the size of the change.
     */
    @Nullable
    BsonDocument after(
            ChangeStreamDocument<RawBsonDocument> event,
            BsonDocument key,
            MongoCollection<RawBsonDocument> collection) {
        BsonDocument document = event.getFullDocument();
        OptionalLong size = document == null ? OptionalLong.empty() : DocumentLimit.excess(document);
        boolean missing = event.getOperationType() == OperationType.UPDATE
                ? document == null || size.isPresent()
                : size.isPresent() && size.getAsLong() <= DocumentLimit.OF_LOCKS.bytes();
        return missing ? now(key, collection) : document;
    }

    private static @Nullable BsonDocument now(BsonDocument key, MongoCollection<RawBsonDocument> collection) {
        return collection
                .aggregate(List.of(Aggregates.match(key), DocumentLimit.OF_LOCKS.cut()))
                .first();
    }
}
