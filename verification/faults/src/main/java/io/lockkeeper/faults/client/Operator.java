package io.lockkeeper.faults.client;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * Ends the lease that somebody saw, as the console does: the intent is recorded first, then the lease is ended, then the
 * outcome is recorded; without the first nothing is done.
 */
final class Operator {

    private static final long LIMIT_MILLIS = 5_000;

    private final MongoCollection<BsonDocument> locks;
    private final MongoCollection<BsonDocument> audit;
    private final HintWriter hints;
    private final Journal journal;

    Operator(MongoClient client, String name, Journal journal) {
        MongoDatabase database = client.getDatabase(name);
        this.hints = new HintWriter(
                name, (each, command) -> client.getDatabase(each).runCommand(command, BsonDocument.class));
        WriteConcern majority = WriteConcern.MAJORITY.withWTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        this.locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .withWriteConcern(majority)
                .withReadConcern(ReadConcern.MAJORITY);
        this.audit = database.getCollection("audit", BsonDocument.class).withWriteConcern(majority);
        this.journal = journal;
    }

    /** Which lease is to end, and how: MARK or NOW. */
    record Order(String eviction, String lock, String acquirer, long token, String way, Duration quarantine) {

        static Order of(String[] words) {
            return new Order(
                    words[1],
                    words[2],
                    words[3],
                    Long.parseLong(words[4]),
                    words[5],
                    Duration.ofMillis(Long.parseLong(words[6])));
        }

        /** Of the lease that the operator saw, only acquirer and token matter. */
        private Holder seen() {
            Owner anybody = new Owner("", "", "", "", 0, "", "");
            return new Holder(
                    acquirer, 1, token, Duration.ZERO, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH, "", anybody, null);
        }
    }

    void evict(Order order) {
        journal.write(new Event.Evicting(
                System.nanoTime(), order.eviction(), order.lock(), order.acquirer(), order.token(), order.way()));
        try {
            audit.insertOne(record(order.eviction(), order));
        } catch (MongoException e) {
            journal.write(new Event.Evicted(System.nanoTime(), order.eviction(), "NOT_RECORDED"));
            return;
        }
        String outcome = end(order);
        journal.write(new Event.Evicted(System.nanoTime(), order.eviction(), outcome));
        try {
            audit.insertOne(record(order.eviction() + "/result", order).append("outcome", new BsonString(outcome)));
        } catch (MongoException e) {
            System.err.println("The outcome " + outcome + " of " + order + " could not be recorded: " + e.getMessage());
        }
    }

    private static BsonDocument record(String id, Order order) {
        return new BsonDocument("_id", new BsonString(id))
                .append("action", new BsonString(order.way()))
                .append("lock", new BsonString(order.lock()))
                .append("acquirer", new BsonString(order.acquirer()))
                .append("token", new BsonInt64(order.token()));
    }

    private String end(Order order) {
        Holder seen = order.seen();
        String stamp = order.eviction();
        Change change = order.way().equals("NOW")
                ? Settle.evictNow(order.lock(), seen, "operator", "staged", stamp)
                : Settle.evict(order.lock(), seen, "operator", "staged", order.quarantine(), stamp);
        try {
            Optional<LockDocument> left = apply(change);
            left.ifPresent(lock -> hints.changed(lock, stamp));
            return outcome(left, order, stamp);
        } catch (MongoException e) {
            return "FAILED";
        }
    }

    private Optional<LockDocument> apply(Change change) {
        BsonDocument answer = locks.findOneAndUpdate(
                change.filter(), change.pipeline(), change.options().maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
        return Optional.ofNullable(answer).map(Change::answer).map(Snapshot::lock);
    }

    private static String outcome(Optional<LockDocument> after, Order order, String stamp) {
        boolean ended = after.map(LockDocument::released)
                .filter(released -> released.stamp().equals(stamp))
                .isPresent();
        boolean marked = after.flatMap(lock -> lock.holder(order.acquirer()))
                .filter(holder -> holder.stamp().equals(stamp))
                .isPresent();
        return ended ? "ENDED" : marked ? "MARKED" : "UNCHANGED";
    }
}
