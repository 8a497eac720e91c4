package io.lockkeeper.model;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;

/** One lock on a real server whose {@code $$NOW} the test sets, so that expiry needs no waiting. */
final class SettledLock {

    static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final LockName name;
    private Instant now = START;
    private int calls;

    SettledLock(String name) {
        this.name = new LockName(name);
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
        return settled(Settle.enqueue(name, request, stamp()));
    }

    LockDocument tryEnqueue(Request request) {
        return settled(Settle.tryEnqueue(name, request, stamp()));
    }

    LockDocument touch(String acquirer) {
        return settled(Settle.touch(name, acquirer, stamp()));
    }

    LockDocument remove(String acquirer) {
        return settled(Settle.remove(name, acquirer, stamp()));
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

    BsonDocument stored() {
        BsonDocument found = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .find()
                .first();
        return found == null ? new BsonDocument() : found;
    }

    void store(BsonDocument document) {
        database.getCollection(LockDocument.COLLECTION, BsonDocument.class).insertOne(document);
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
