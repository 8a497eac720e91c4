package io.lockkeeper.agent.moving;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.store.OwnHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The collection of old locks, as an agent changes it: by majority writes regardless of the connection string, each with a server-side time
 * limit.
 */
final class OldCollection {

    private final OldForm form;
    private final MongoCollection<BsonDocument> collection;
    private final AgentOptions options;

    OldCollection(OldForm form, MongoClient client, MongoNamespace namespace, AgentOptions options) {
        this(
                form,
                OwnHandle.on(client, namespace.getDatabaseName())
                        .getCollection(namespace.getCollectionName(), BsonDocument.class)
                        .withTimeout(commandTimeout(options).toMillis(), TimeUnit.MILLISECONDS),
                options);
    }

    private OldCollection(OldForm form, MongoCollection<BsonDocument> collection, AgentOptions options) {
        this.form = form;
        this.collection = collection;
        this.options = options;
    }

    /** The same, with another time for each command, of {@link #commandTimeout} at most. */
    OldCollection within(Duration timeout) {
        return new OldCollection(form, collection.withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS), options);
    }

    OldForm form() {
        return form;
    }

    AgentOptions options() {
        return options;
    }

    /** How long one command may take. */
    Duration commandTimeout() {
        return commandTimeout(options);
    }

    private static Duration commandTimeout(AgentOptions options) {
        return options.answerTimeout().dividedBy(3);
    }

    MongoNamespace namespace() {
        return collection.getNamespace();
    }

    /** The document after the attempt: changed if the holder has it now, else as it was. */
    BsonDocument take(OldForm.Take take) {
        return Objects.requireNonNull(
                collection.findOneAndUpdate(form.lock(take.name()), form.take(take), after().upsert(true)));
    }

    boolean isHeldBy(BsonDocument document, String holder) {
        BsonValue value = document.get(form.holderField());
        return value != null && value.isString() && value.asString().getValue().equals(holder);
    }

    /** Whether other documents have the lock's name too. */
    boolean isDouble(String name) {
        return form.mayBeDouble() && collection.countDocuments(form.lock(name), new CountOptions().limit(2)) > 1;
    }

    /** Whether the holder still has it. */
    boolean renew(String name, String holder, Duration ttl) {
        return change(name, holder, form.renew(ttl)) != null;
    }

    /** Releases the lock, and returns whether it was held until now. An expiry is set early, so that the next lease need not wait. */
    boolean release(String name, String holder, Duration atLeast) {
        Duration from =
                atLeast.isPositive() ? atLeast : options.clockSkewAllowance().negated();
        Optional<List<Bson>> change = form.release(from);
        return (change.isPresent() ? change(name, holder, change.get()) : delete(name, holder)) != null;
    }

    /** The lock's document. */
    Optional<BsonDocument> find(String name) {
        return Optional.ofNullable(collection.find(form.lock(name)).first());
    }

    private @Nullable BsonDocument change(String name, String holder, List<Bson> pipeline) {
        return collection.findOneAndUpdate(form.held(name, holder), pipeline, after());
    }

    private @Nullable BsonDocument delete(String name, String holder) {
        return collection.findOneAndDelete(form.held(name, holder));
    }

    private static FindOneAndUpdateOptions after() {
        return new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER);
    }

    /**
     * How its locks end.
     *
     * @throws UnknownFormException if one could have two holders while agents share them
     */
    OldTerms terms() {
        return OldTerms.of(form, collection);
    }

    /** @throws UnknownFormException if a document is of another shape than the form's */
    void requireShape() {
        OldTerms.requireShape(form, collection);
    }
}
