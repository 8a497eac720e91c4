package io.lockkeeper.agent;

import static com.mongodb.client.model.Filters.in;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code locks} collection as an agent uses it. Majority write concern, majority read concern and primary reads are set
 * here, on a handle of its own, so that no connection string weakens them; every command carries the time after which the
 * server gives it up, so that none is applied long after its caller did.
 */
final class LockStore {

    private static final Logger log = LoggerFactory.getLogger(LockStore.class);

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
        } catch (DamagedLockException e) {
            return new Reply.Refused(e);
        }
    }

    /**
     * Touches many entries by one update and reads their locks, always, in the same causally consistent session: the read
     * then shows what the update left, also when the primary changed in between.
     *
     * @throws MongoException if the read failed; nothing is known then
     */
    Touched touchAll(Collection<Bid> bids, String stamp, Duration timeout) {
        List<BsonString> names = bids.stream()
                .map(bid -> new BsonString(bid.lock().value()))
                .distinct()
                .toList();
        try (ClientSession session = client.startSession()) {
            MongoException failure = touch(session, bids, names, stamp, timeout);
            Map<String, Snapshot> seen = new HashMap<>();
            within(timeout)
                    .find(session, in("_id", names))
                    .projection(Change.answerProjection())
                    .forEach(found -> snapshot(found)
                            .ifPresent(each -> seen.put(each.lock().name(), each)));
            return new Touched(stamp, Optional.ofNullable(failure), seen);
        }
    }

    @SuppressWarnings("NullAway") // a failure or null: unwrapped at once
    private MongoException touch(
            ClientSession session, Collection<Bid> bids, List<BsonString> names, String stamp, Duration timeout) {
        try {
            List<String> acquirers = bids.stream().map(Bid::acquirer).toList();
            within(timeout).updateMany(session, in("_id", names), Settle.touchAll(acquirers, stamp));
            return null;
        } catch (MongoException e) {
            return e;
        }
    }

    /** Ends many entries by one update, best effort: their acknowledgement says nothing of any one of them. */
    void removeAll(Collection<Bid> bids, String stamp, Duration timeout) {
        List<String> names =
                bids.stream().map(bid -> bid.lock().value()).distinct().toList();
        List<String> acquirers = bids.stream().map(Bid::acquirer).toList();
        within(timeout).updateMany(in("_id", names), Settle.removeAll(acquirers, stamp));
    }

    /** The lock as a majority knows it. What a read shows may be old; what it shows has happened. */
    Optional<Snapshot> read(LockName lock, Duration timeout) {
        return Optional.ofNullable(within(timeout)
                        .find(in("_id", lock.value()))
                        .projection(Change.answerProjection())
                        .first())
                .flatMap(LockStore::snapshot);
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
