package io.lockkeeper.agent.moving;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoCollection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.conversions.Bson;

/**
 * The rules by which the locks of a collection end, read from its indexes and documents.
 *
 * @param indexTtl after how long without a renewal its TTL index deletes a lock; empty where none does
 * @param expiring whether its documents have an expiry that the library itself obeys, where the form leaves that open
 */
record OldTerms(Optional<Duration> indexTtl, boolean expiring) {

    private static final String TTL = "expireAfterSeconds";

    /**
     * Reads them.
     *
     * @throws UnknownFormException if its locks could have two holders while agents share them
     */
    static OldTerms of(OldForm form, MongoCollection<BsonDocument> collection) {
        return new Reading(form, collection).terms();
    }

    /** @throws UnknownFormException if a document is of another shape than the form's */
    static void requireShape(OldForm form, MongoCollection<BsonDocument> collection) {
        new Reading(form, collection).requireShape();
    }

    private record Reading(OldForm form, MongoCollection<BsonDocument> collection) {

        OldTerms terms() {
            List<BsonDocument> indexes =
                    collection.listIndexes(BsonDocument.class).into(new ArrayList<>());
            boolean expiring = form.expiring().map(this::has).orElse(false);
            if (expiring) {
                form.amongExpiring().ifPresent(this::requireNone);
            }
            indexes.forEach(this::requireHarmless);
            form.uniqueField(expiring).ifPresent(field -> requireUnique(field, indexes));
            return new OldTerms(indexTtl(indexes), expiring);
        }

        void requireShape() {
            first(form.shape().others()).ifPresent(found -> {
                throw another(found, form.shape().misfit(found).orElse("is of another shape"));
            });
        }

        private void requireNone(Bson held) {
            first(held).ifPresent(found -> {
                throw another(found, "is held without an expiry, while others have one");
            });
        }

        /** Refuses an index that would delete the document of a held lock, because nothing renews its field. */
        private void requireHarmless(BsonDocument index) {
            String field = index.getDocument("key").getFirstKey();
            if (index.containsKey(TTL) && !form.endFields().contains(field)) {
                throw new UnknownFormException(
                        ("A TTL index of %s deletes documents by \"%s\", which %s does not do: it would delete the lock of a living"
                                        + " holder. Drop the index, or name the library and the collection that your old locks are in")
                                .formatted(place(), field, form.library()));
            }
        }

        private void requireUnique(String field, List<BsonDocument> indexes) {
            BsonDocument key = new BsonDocument(field, new BsonInt32(1));
            boolean unique = indexes.stream()
                    .filter(index -> index.getDocument("key").equals(key))
                    .filter(index -> !index.containsKey("partialFilterExpression"))
                    .anyMatch(index ->
                            index.getBoolean("unique", BsonBoolean.FALSE).getValue());
            if (!unique) {
                throw new UnknownFormException(
                        ("%s has no unique index on \"%s\", so that an old client could insert a second document of a lock that is"
                                        + " held, and hold it too. Create that index first")
                                .formatted(place(), field));
            }
        }

        private Optional<Duration> indexTtl(List<BsonDocument> indexes) {
            return form.ttlField()
                    .flatMap(field -> indexes.stream()
                            .filter(index -> index.containsKey(TTL)
                                    && index.getDocument("key").getFirstKey().equals(field))
                            .map(index ->
                                    Duration.ofSeconds(index.getNumber(TTL).longValue()))
                            .findFirst());
        }

        private boolean has(Bson filter) {
            return first(filter).isPresent();
        }

        private Optional<BsonDocument> first(Bson filter) {
            return Optional.ofNullable(collection.find(filter).first());
        }

        private UnknownFormException another(BsonDocument found, String why) {
            return new UnknownFormException(
                    ("In %s the document %s %s. The form of %s does not show who holds its lock, so an old and a new client"
                                    + " could both hold it. Name the library and the collection that your old locks are in, or remove"
                                    + " the document if it is no lock")
                            .formatted(place(), id(found), why, form.library()));
        }

        private static String id(BsonDocument found) {
            return new BsonDocument("_id", found.get("_id", BsonNull.VALUE)).toJson();
        }

        private MongoNamespace place() {
            return collection.getNamespace();
        }
    }
}
