package io.lockkeeper.model;

import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * An index by which the server's TTL monitor deletes documents of ours {@link #RETENTION} after the time in one of their fields. Its
 * partial filter matches our documents only: those of other users of the collection stay.
 *
 * @param name of the index
 * @param field a document's time
 * @param ours fits each document that the index is for, and none of another program
 */
public record PurgeIndex(String name, String field, BsonDocument ours) {

    public static final Duration RETENTION = Duration.ofDays(1);

    private static final String SECONDS = "expireAfterSeconds";

    public IndexModel model() {
        return new IndexModel(
                Indexes.ascending(field),
                new IndexOptions()
                        .name(name)
                        .expireAfter(RETENTION.toSeconds(), TimeUnit.SECONDS)
                        .partialFilterExpression(ours));
    }

    /** The index among those that {@code listIndexes} answers, also where an operator has changed its time. */
    public Optional<BsonDocument> among(List<BsonDocument> indexes) {
        return indexes.stream()
                .filter(this::isNameOf)
                .filter(index -> index.containsKey(SECONDS) && ours.equals(index.get("partialFilterExpression")))
                .findFirst();
    }

    /** After how long the server deletes documents by such an index. */
    public static Duration retention(BsonDocument index) {
        return Duration.ofSeconds(index.getNumber(SECONDS).longValue());
    }

    boolean isNameOf(BsonDocument index) {
        return new BsonString(name).equals(index.get("name"));
    }

    /** What makes the index in mongosh. */
    public String inMongosh(String collection) {
        return String.format(
                Locale.ROOT,
                "db.%s.createIndex({ %s: 1 }, { name: \"%s\", expireAfterSeconds: %d, partialFilterExpression: %s })",
                collection,
                field,
                name,
                RETENTION.toSeconds(),
                ours.toJson());
    }
}
