package io.lockkeeper.agent;

import static com.mongodb.client.model.Filters.in;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code locks} collection as an agent uses it. Majority write concern, majority read concern and primary reads are set
 * here, on a handle of its own, so that no connection string weakens them; every command carries the time after which the
 * server gives it up, so that none is applied long after its caller did.
 */
final class LockStore {

    private static final Logger log = LoggerFactory.getLogger(LockStore.class);

    /** A lease that ran out and that nobody has settled yet ended when it ran out. */
    private static final BsonDocument USE = BsonDocument.parse("""
            { busy: { $or: [ { $gt: [ { $max: '$holders.expiresAt' }, '$$NOW' ] }, { $gt: [ { $max: '$queue.expiresAt' }, '$$NOW' ] } ] },
              idleSince: { $ifNull: [ { $max: '$holders.expiresAt' }, '$released.at', { $toDate: { $numberLong: '0' } } ] } }
            """);

    private final MongoClient client;
    private final MongoCollection<BsonDocument> locks;

    LockStore(MongoClient client, MongoDatabase database) {
        this.client = client;
        this.locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadConcern(ReadConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    MongoCollection<BsonDocument> collection() {
        return locks;
    }

    Reply apply(Change change, Duration timeout) {
        try {
            BsonDocument answer =
                    within(timeout).findOneAndUpdate(change.filter(), change.pipeline(), change.options());
            return new Reply.Answered(Optional.ofNullable(answer).map(Change::answer));
        } catch (MongoException e) {
            return Outcome.isUnknown(e) ? new Reply.Unknown(e) : new Reply.Refused(e);
        } catch (DamagedLockException | IllegalStateException e) {
            return new Reply.Refused(e); // of another's making; or the client is closed
        }
    }

    /**
     * Touches many entries by one update and reads their locks, always, in the same causally consistent session: the read
     * then shows what the update left, also when the primary changed in between.
     *
     * @throws MongoException if the read failed; nothing is known then
     */
    Touched touchAll(Collection<Bid> bids, String stamp, Duration timeout) {
        try (ClientSession session = client.startSession()) {
            Optional<MongoException> failure = touch(session, bids, stamp, timeout);
            return new Touched(stamp, failure, snapshots(within(timeout).find(session, in("_id", names(bids)))));
        }
    }

    private Optional<MongoException> touch(
            ClientSession session, Collection<Bid> bids, String stamp, Duration timeout) {
        try {
            within(timeout).updateMany(session, in("_id", names(bids)), Settle.touchAll(acquirers(bids), stamp));
            return Optional.empty();
        } catch (MongoException e) {
            return Optional.of(e);
        }
    }

    /**
     * Ends many entries by one update, all or, with an exception, nobody knows which.
     *
     * @throws MongoException if the update was not acknowledged
     */
    void removeAll(Collection<Bid> bids, String stamp, Duration timeout) {
        within(timeout).updateMany(in("_id", names(bids)), Settle.removeAll(acquirers(bids), stamp));
    }

    /** The locks as a majority knows them. What a read shows may be old; what it shows has happened. */
    Map<String, Snapshot> read(Collection<Bid> bids, Duration timeout) {
        return snapshots(within(timeout).find(in("_id", names(bids))));
    }

    /** Which of the locks are in use, and since when the others are not; of those that were never used, nothing. */
    List<Rotation.Use> uses(Collection<String> names, Duration timeout) {
        return within(timeout)
                .find(in("_id", names))
                .projection(USE)
                .batchSize(names.size() + 1)
                .map(use -> new Rotation.Use(
                        use.getString("_id").getValue(),
                        use.getBoolean("busy").getValue(),
                        Instant.ofEpochMilli(use.getDateTime("idleSince").getValue())))
                .into(new ArrayList<>());
    }

    private static Map<String, Snapshot> snapshots(FindIterable<BsonDocument> found) {
        Map<String, Snapshot> snapshots = new HashMap<>();
        found.projection(Change.answerProjection())
                .forEach(answer -> snapshot(answer)
                        .ifPresent(each -> snapshots.put(each.lock().name(), each)));
        return snapshots;
    }

    private static List<String> names(Collection<Bid> bids) {
        return bids.stream().map(bid -> bid.lock().value()).distinct().toList();
    }

    private static List<String> acquirers(Collection<Bid> bids) {
        return bids.stream().map(Bid::acquirer).toList();
    }

    private MongoCollection<BsonDocument> within(Duration timeout) {
        return locks.withTimeout(Math.max(1, timeout.toMillis()), TimeUnit.MILLISECONDS);
    }

    private static Optional<Snapshot> snapshot(BsonDocument answer) {
        try {
            return Optional.of(Change.answer(answer));
        } catch (DamagedLockException e) {
            log.error("{}; it is left as it is", e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * What a touch of many left.
     *
     * @param stamp carried by those entries alone that the touch reached
     * @param failure why the update was not acknowledged, if it was not; only stamps count then
     * @param locks the locks that were found, by name
     */
    record Touched(String stamp, Optional<MongoException> failure, Map<String, Snapshot> locks) {}
}
