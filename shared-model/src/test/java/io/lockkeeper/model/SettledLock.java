package io.lockkeeper.model;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;

/** One lock on a real server whose {@code $$NOW} the test sets, so that expiry needs no waiting. */
final class SettledLock {

    static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    static final Duration TTL = Duration.ofSeconds(60);
    static final Owner OWNER = new Owner("agent", "$service", "i", "h", 1, "t", "{\"$set\": 1} $$NOW <b>")
            .asking("$t", "$$ROOT", new Details(Map.of("$where.a.$", "$$NOW")));

    /** What a step does stands in the document at once: no step waits for a majority. */
    private static final BsonDocument HERE = new BsonDocument("w", new BsonInt32(1));

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final LockName name;
    private Instant now = START;
    private int calls;

    SettledLock(String name) {
        this.name = new LockName(name);
    }

    static Request exclusive(String acquirer) {
        return Request.exclusive(acquirer, TTL, OWNER);
    }

    static List<String> holders(LockDocument lock) {
        return lock.holders().stream().map(Holder::acquirer).toList();
    }

    static Released released(LockDocument lock) {
        return Objects.requireNonNull(lock.released());
    }

    LockName name() {
        return name;
    }

    Instant now() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    /** The server's clock may also step back. */
    void setClock(Instant time) {
        now = time;
    }

    LockDocument enqueue(Request request) {
        return settled(Settle.change(new Ask.Enqueue(name, request), stamp()));
    }

    LockDocument tryEnqueue(Request request) {
        return settled(Settle.change(new Ask.TryEnqueue(name, request), stamp()));
    }

    LockDocument touch(String acquirer) {
        return settled(Settle.change(new Ask.Touch(name, acquirer), stamp()));
    }

    LockDocument remove(String acquirer) {
        return settled(Settle.change(new Ask.Remove(name, acquirer), stamp()));
    }

    LockDocument evict(Holder seen, Duration quarantine) {
        return settled(Settle.evict(name.value(), seen, "ann", "hung", quarantine, stamp()));
    }

    LockDocument evictNow(Holder seen) {
        return settled(Settle.evictNow(name.value(), seen, "ann", "dead", stamp()));
    }

    LockDocument settled(Change change) {
        return answer(change).lock();
    }

    Snapshot answer(Change change) {
        return apply(change).orElseThrow();
    }

    Optional<Snapshot> apply(Change change) {
        BsonDocument reply = run(change);
        return reply.isDocument("value") ? Optional.of(Change.answer(reply.getDocument("value"))) : Optional.empty();
    }

    /** On the fast path. */
    Optional<Snapshot> apply(UncontendedChange change, String stamp) {
        return apply(change, stamp, change.command(stamp, WriteConcern.W1));
    }

    Optional<Snapshot> apply(UncontendedChange change, String stamp, BsonDocument command) {
        BsonDocument reply = database.runCommand(command.append("runtimeConstants", constants()), BsonDocument.class);
        return reply.isDocument("value") ? change.answer(reply.getDocument("value"), stamp) : Optional.empty();
    }

    BsonDocument stored() {
        return bytes().<BsonDocument>map(bytes -> bytes).orElseGet(BsonDocument::new);
    }

    /** The document as it is stored, byte for byte. */
    Optional<RawBsonDocument> bytes() {
        return Optional.ofNullable(database.getCollection(LockDocument.COLLECTION, RawBsonDocument.class)
                .find()
                .first());
    }

    /** Changes the lock as a batch over the documents of many locks does. */
    void updateMany(List<BsonDocument> pipeline) {
        updateMany(pipeline, new BsonDocument());
    }

    /** Where the lock matches the condition. */
    void updateMany(List<BsonDocument> pipeline, BsonDocument condition) {
        BsonDocument filter = new BsonDocument("_id", new BsonString(name.value()));
        filter.putAll(condition);
        BsonDocument update = new BsonDocument("q", filter)
                .append("u", new BsonArray(pipeline))
                .append("multi", BsonBoolean.TRUE);
        database.runCommand(new BsonDocument("update", new BsonString(LockDocument.COLLECTION))
                .append("updates", new BsonArray(List.of(update)))
                .append("writeConcern", HERE)
                .append("runtimeConstants", constants()));
    }

    void store(BsonDocument document) {
        database.getCollection(LockDocument.COLLECTION, BsonDocument.class).insertOne(document);
    }

    void replace(BsonDocument document) {
        database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .replaceOne(new BsonDocument("_id", new BsonString(name.value())), document);
    }

    void purge() {
        database.getCollection(LockDocument.COLLECTION).deleteMany(new BsonDocument());
    }

    private BsonDocument run(Change change) {
        List<BsonDocument> pipeline = new ArrayList<>(change.pipeline());
        return database.runCommand(
                new BsonDocument("findAndModify", new BsonString(LockDocument.COLLECTION))
                        .append("query", change.filter().toBsonDocument())
                        .append("update", new BsonArray(pipeline))
                        .append("upsert", BsonBoolean.valueOf(change.upsert()))
                        .append("new", BsonBoolean.TRUE)
                        .append("fields", Change.answerProjection())
                        .append("writeConcern", HERE)
                        .append("runtimeConstants", constants()),
                BsonDocument.class);
    }

    private BsonDocument constants() {
        return new BsonDocument("localNow", new BsonDateTime(now.toEpochMilli()))
                .append("clusterTime", new BsonTimestamp((int) now.getEpochSecond(), 1));
    }

    private String stamp() {
        return "call-" + ++calls;
    }
}
