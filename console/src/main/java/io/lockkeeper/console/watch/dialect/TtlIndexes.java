package io.lockkeeper.console.watch.dialect;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoCollection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The TTL indexes of a collection, by field. */
public final class TtlIndexes {

    /** The account may not list them. */
    public static final TtlIndexes UNREADABLE = new TtlIndexes(null);

    private static final int UNAUTHORIZED = 13;
    private static final String SECONDS = "expireAfterSeconds";

    private final @Nullable Map<String, Duration> byField;

    private TtlIndexes(@Nullable Map<String, Duration> byField) {
        this.byField = byField;
    }

    /** Asks MongoDB. */
    public static TtlIndexes in(MongoCollection<?> collection) {
        try {
            return of(collection.listIndexes(BsonDocument.class).into(new ArrayList<>()));
        } catch (MongoCommandException e) {
            if (e.getCode() != UNAUTHORIZED) {
                throw e;
            }
            return UNREADABLE;
        }
    }

    /** The indexes of an answer of {@code listIndexes}. */
    public static TtlIndexes of(Iterable<BsonDocument> indexes) {
        Map<String, Duration> found = new HashMap<>();
        for (BsonDocument index : indexes) {
            if (index.isNumber(SECONDS) && index.isDocument("key")) {
                found.put(
                        index.getDocument("key").getFirstKey(),
                        Duration.ofSeconds(index.getNumber(SECONDS).longValue()));
            }
        }
        return new TtlIndexes(found);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TtlIndexes that && Objects.equals(byField, that.byField);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(byField);
    }

    boolean areKnown() {
        return byField != null;
    }

    Optional<Duration> on(FieldPath field) {
        return byField == null ? Optional.empty() : Optional.ofNullable(byField.get(field.text()));
    }
}
