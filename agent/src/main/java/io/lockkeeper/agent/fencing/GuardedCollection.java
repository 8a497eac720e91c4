package io.lockkeeper.agent.fencing;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.or;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.store.OwnHandle;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonDocumentWrapper;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A collection whose documents store the greatest token that has written them, and refuse writes with a lower one. A document without the
 * field counts as one of token 0. One write is one round trip, without a transaction; for several documents at once use {@link Fences}.
 *
 * <p>A write that matches nothing costs a read, which distinguishes a stale token from a missing document. If the read finds a document
 * that would now accept the write, the write is tried again.
 *
 * <p>Writes are acknowledged by a majority: a failover must not forget a token. There is no upsert, which would insert a second document
 * beside the one that refuses, and no deletion, which would lose the token.
 *
 * <p>For exclusive leases only; see the package. Immutable and safe for use by any number of threads.
 *
 * @param <T> the type of the documents
 */
public final class GuardedCollection<T> {

    /** Each further attempt means that documents under the filter were changed between a write and its read. */
    private static final int ATTEMPTS = 20;

    private final MongoCollection<T> documents;
    /** The same, read and written by no codec of the application. */
    private final MongoCollection<BsonDocument> raw;

    private final String field;

    private GuardedCollection(MongoCollection<T> documents, String field) {
        this.documents = documents
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadConcern(ReadConcern.LOCAL)
                .withReadPreference(ReadPreference.primary());
        this.raw = this.documents.withDocumentClass(BsonDocument.class).withCodecRegistry(OwnHandle.CODECS);
        this.field = field;
    }

    /**
     * Guards a collection's documents.
     *
     * @param field the top-level field of the token, used by only one lock and written only by this class
     * @throws IllegalArgumentException if the field's name is empty, has a dot or a dollar sign, or is {@code _id}
     */
    public static <T> GuardedCollection<T> of(MongoCollection<T> documents, String field) {
        if (field.isEmpty() || field.contains(".") || field.contains("$") || field.equals("_id")) {
            throw new IllegalArgumentException("\"%s\" is no name of a top-level field for tokens".formatted(field));
        }
        return new GuardedCollection<>(documents, field);
    }

    /**
     * Updates one document that matches, and raises its token.
     *
     * @param update operators such as {@code $set}
     * @return whether there was such a document
     * @throws StaleTokenException if a later lease has written what matches; nothing was written
     * @throws com.mongodb.MongoException if the server refused or did not answer; it may have been written then
     */
    public boolean updateOne(Lease lease, Bson filter, Bson update) {
        Bson raising = raising(lease, update);
        return guarded(lease, filter, guard -> raw.updateOne(guard, raising).getMatchedCount() > 0 ? this : null)
                .isPresent();
    }

    /**
     * Replaces one document that matches, and raises its token.
     *
     * @return whether there was such a document
     * @throws StaleTokenException if a later lease has written what matches; nothing was written
     * @throws com.mongodb.MongoException if the server refused or did not answer; it may have been written then
     */
    public boolean replaceOne(Lease lease, Bson filter, T replacement) {
        BsonDocument raising = BsonDocumentWrapper.asBsonDocument(replacement, documents.getCodecRegistry())
                .clone();
        raising.put(field, new BsonInt64(lease.token()));
        return guarded(lease, filter, guard -> raw.replaceOne(guard, raising).getMatchedCount() > 0 ? this : null)
                .isPresent();
    }

    /**
     * Updates one document that matches, raises its token, and returns it.
     *
     * @param update operators such as {@code $set}
     * @param when the document as it was before the update, or as it is after it
     * @return the document; empty if there was none
     * @throws StaleTokenException if a later lease has written what matches; nothing was written
     * @throws com.mongodb.MongoException if the server refused or did not answer; it may have been written then
     */
    public Optional<T> findOneAndUpdate(Lease lease, Bson filter, Bson update, ReturnDocument when) {
        FindOneAndUpdateOptions options = new FindOneAndUpdateOptions().returnDocument(when);
        Bson raising = raising(lease, update);
        return guarded(lease, filter, guard -> documents.findOneAndUpdate(guard, raising, options));
    }

    /**
     * Reads one document that matches after raising its token: no write of an earlier lease comes between this and what the
     * holder writes next.
     *
     * @return the document; empty if there was none
     * @throws StaleTokenException if a later lease has written what matches
     * @throws com.mongodb.MongoException if the server refused or did not answer
     */
    public Optional<T> findOneAndRaise(Lease lease, Bson filter) {
        return findOneAndUpdate(lease, filter, new BsonDocument(), ReturnDocument.AFTER);
    }

    private <R> Optional<R> guarded(Lease lease, Bson asked, Function<Bson, @Nullable R> write) {
        BsonDocument filter = theirs(asked);
        Bson guard = ours(and(filter, or(lte(field, lease.token()), eq(field, null))));
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            R written = write.apply(guard);
            if (written != null) {
                return Optional.of(written);
            }
            Optional<Long> lowest = lowestToken(filter);
            if (lowest.isEmpty()) {
                return Optional.empty();
            }
            if (lowest.get() > lease.token()) {
                throw StaleTokenException.reported(lease, lowest.get());
            }
        }
        throw new IllegalStateException(
                "What the filter matches in %s keeps changing".formatted(documents.getNamespace()));
    }

    private Bson raising(Lease lease, Bson update) {
        return ours(Updates.combine(theirs(update), Updates.set(field, lease.token())));
    }

    /** The document with values of the application, which its codecs know. */
    private BsonDocument theirs(Bson bson) {
        return bson.toBsonDocument(documents.getDocumentClass(), documents.getCodecRegistry());
    }

    private static BsonDocument ours(Bson bson) {
        return bson.toBsonDocument(BsonDocument.class, OwnHandle.CODECS);
    }

    /** The token of the matching document that would be the last to refuse. */
    private Optional<Long> lowestToken(Bson filter) {
        return Optional.ofNullable(raw.find(filter)
                        .sort(Sorts.ascending(field))
                        .projection(Projections.include(field))
                        .first())
                .map(found -> token(found.get(field)));
    }

    private long token(@Nullable BsonValue stored) {
        if (stored == null || stored.isNull()) {
            return 0;
        }
        if (!stored.isNumber()) {
            throw new IllegalStateException("Field \"%s\" in %s holds %s, which is no token"
                    .formatted(field, documents.getNamespace(), stored));
        }
        return stored.asNumber().longValue();
    }
}
