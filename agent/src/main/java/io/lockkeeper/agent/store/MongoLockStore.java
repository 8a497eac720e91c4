package io.lockkeeper.agent.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.or;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.connection.ClusterType;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.UncontendedChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.conversions.Bson;

/**
 * The {@code locks} collection as an agent uses it, through a {@link OwnHandle handle of its own}: majority write concern, majority read
 * concern and primary reads; every command carries the time after which the server gives it up, so that none is applied long after its
 * caller did.
 *
 * <p>Changes are sent as plain commands, which the driver does not send again by itself. The agent does that, and needs no
 * record of the first answer, whose upkeep would cost the server a second and a third write for each change.
 */
public final class MongoLockStore implements LockStore {

    static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final Bson NAMES = Projections.include("_id");
    private static final BsonDocument NO_LOCK = new BsonDocument("_id", new BsonInt32(0));

    private final MongoClient client;
    private final MongoDatabase database;
    private final MongoCollection<BsonDocument> locks;
    private final LongSupplier ticker;
    private final FastPath fastPath;

    /** The client stays the caller's. The ticker counts time limits, and the age of what is known of locks. */
    public MongoLockStore(MongoClient client, MongoDatabase database, LongSupplier ticker) {
        this.ticker = ticker;
        this.fastPath = new FastPath(this, ticker);
        this.client = client;
        this.database = OwnHandle.on(database);
        this.locks = this.database.getCollection(LockDocument.COLLECTION, BsonDocument.class);
    }

    MongoCollection<BsonDocument> collection() {
        return locks;
    }

    @Override
    public Reply apply(Ask ask, String stamp, Duration timeout) {
        long giveUpAt = now() + timeout.toNanos();
        Reply reply =
                fastPath.alone(ask, stamp, timeout).orElseGet(() -> apply(Settle.change(ask, stamp), left(giveUpAt)));
        fastPath.saw(ask, reply);
        return reply;
    }

    Reply apply(Change change, Duration timeout) {
        return run(change.command(WriteConcern.MAJORITY), value -> Optional.of(Change.answer(value)), timeout);
    }

    Reply apply(UncontendedChange change, String stamp, Duration timeout) {
        return run(change.command(stamp, WriteConcern.MAJORITY), value -> change.answer(value, stamp), timeout);
    }

    private Reply run(BsonDocument command, Function<BsonDocument, Optional<Snapshot>> read, Duration timeout) {
        if (!timeout.isPositive()) {
            return new Reply.Unknown(new IllegalStateException("No time was left to ask"));
        }
        try {
            BsonDocument answer = database.withTimeout(millis(timeout), TimeUnit.MILLISECONDS)
                    .runCommand(command, BsonDocument.class);
            if (answer.containsKey("writeConcernError")) {
                return new Reply.Unknown(new MongoException(
                        "The change was not acknowledged by a majority: " + answer.get("writeConcernError")));
            }
            Optional<Snapshot> shown = Optional.of(answer)
                    .filter(each -> each.isDocument("value"))
                    .flatMap(each -> read.apply(each.getDocument("value")));
            shown.ifPresent(snapshot -> fastPath.told(snapshot.serverTime()));
            return new Reply.Answered(shown, true);
        } catch (MongoException e) {
            return DriverErrors.of(e);
        } catch (DamagedLockException | IllegalStateException e) {
            return new Reply.Refused(e); // of another's making; or the client is closed
        }
    }

    @Override
    public List<Reply> applyAll(List<Ask.Combinable> asks, String stamp, Duration timeout) {
        long giveUpAt = now() + timeout.toNanos();
        Optional<List<UncontendedChange>> uncontended = fastPath.changes(asks);
        List<Reply> replies = uncontended
                .flatMap(changes -> fastPath.together(changes, stamp, timeout))
                .orElseGet(() -> new BatchUpdate(this, asks, stamp, left(giveUpAt), uncontended.isEmpty())
                        .replies(fastPath::firstGrant));
        for (int i = 0; i < asks.size(); i++) {
            fastPath.saw(asks.get(i), replies.get(i));
        }
        return replies;
    }

    private Duration left(long giveUpAt) {
        return Duration.ofNanos(giveUpAt - now());
    }

    long now() {
        return ticker.getAsLong();
    }

    /**
     * Whether the count of an update of many says what was done. A shard also counts documents that have moved to another one and
     * that it has yet to clean up.
     */
    boolean countsAreTrue() {
        return client.getClusterDescription().getType() == ClusterType.REPLICA_SET;
    }

    /** How many of the locks were as they had been seen. */
    long update(List<UncontendedChange> changes, String stamp, Duration timeout) {
        List<String> names =
                changes.stream().map(change -> change.seen().name()).toList();
        return within(timeout)
                .updateMany(in("_id", names), UncontendedChange.together(changes, stamp))
                .getModifiedCount();
    }

    @Override
    public Touched touchAll(Collection<Beat> beats, String stamp, Duration timeout) {
        List<BsonDocument> pipeline = Settle.touchAll(beats, stamp);
        return updateAndRead(
                beats.stream().map(Beat::lock).distinct().toList(),
                timeout,
                (session, locks, filter) ->
                        locks.updateMany(session, filter, pipeline).getMatchedCount());
    }

    /**
     * Updates locks and reads them, always, in the same causally consistent session: the read then shows what the update left,
     * also when the primary changed in between.
     *
     * @throws MongoException if the read failed; nothing is known then
     */
    Touched updateAndRead(Collection<LockName> names, Duration timeout, Update update) {
        Bson filter = named(names.stream());
        try (ClientSession session = client.startSession()) {
            Optional<Reply.Failed> failure = Optional.empty();
            OptionalLong matched = OptionalLong.empty();
            try {
                matched = OptionalLong.of(update.on(session, within(timeout), filter));
            } catch (MongoException e) {
                failure = Optional.of(DriverErrors.of(e));
            }
            return new Touched(
                    failure,
                    matched,
                    Snapshots.of(within(timeout).find(session, filter), names.size(), fastPath::told));
        }
    }

    /** One update of many locks, which returns how many it matched. */
    interface Update {
        long on(ClientSession session, MongoCollection<BsonDocument> locks, Bson filter);
    }

    @Override
    public void endAll(Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
        List<UpdateManyModel<BsonDocument>> changes = new ArrayList<>();
        lingers.stream()
                .map(linger -> Settle.change(linger, stamp))
                .forEach(change -> changes.add(new UpdateManyModel<>(change.filter(), change.pipeline())));
        if (!removes.isEmpty()) {
            changes.add(new UpdateManyModel<>(
                    named(removes.stream().map(Ask::lock)),
                    Settle.removeAll(removes.stream().map(Ask::acquirer).toList(), stamp)));
        }
        if (!changes.isEmpty()) {
            within(timeout).bulkWrite(changes, UNORDERED);
        }
    }

    @Override
    public Map<String, Snapshot> read(Collection<LockName> names, Duration timeout) {
        return Snapshots.of(within(timeout).find(named(names.stream())), names.size(), fastPath::told);
    }

    /** Most looks find nothing: so the first reads only names. */
    @Override
    public Map<String, Snapshot> news(Collection<LockName> names, Collection<String> acquirers, Duration timeout) {
        long giveUpAt = now() + timeout.toNanos();
        Bson news = and(named(names.stream()), or(in("holders.acquirer", acquirers), exists("holders.keep")));
        List<LockName> found = within(timeout)
                .find(news)
                .projection(NAMES)
                .batchSize(names.size() + 1)
                .map(lock -> new LockName(lock.getString("_id").getValue()))
                .into(new ArrayList<>());
        return found.isEmpty() ? Map.of() : read(found, left(giveUpAt));
    }

    @Override
    public List<Use> uses(Collection<LockName> names, Duration timeout) {
        return within(timeout)
                .find(named(names.stream()))
                .projection(Use.PROJECTION)
                .batchSize(names.size() + 1)
                .map(Use::of)
                .into(new ArrayList<>());
    }

    /** A linearizable read is answered after a majority has applied a write that changes nothing of ours. */
    @Override
    public void confirm(Duration timeout) {
        var unused = within(timeout)
                .withReadConcern(ReadConcern.LINEARIZABLE)
                .find(NO_LOCK)
                .first();
    }

    @Override
    public Wakes wakes(String agent) {
        return WakeCursor.open(locks, agent);
    }

    /** One name is the whole query, which the server does not plan. */
    private static Bson named(Stream<LockName> locks) {
        List<String> names = locks.map(LockName::value).distinct().toList();
        return names.size() == 1 ? eq(names.getFirst()) : in("_id", names);
    }

    private MongoCollection<BsonDocument> within(Duration timeout) {
        return locks.withTimeout(millis(timeout), TimeUnit.MILLISECONDS);
    }

    private static long millis(Duration timeout) {
        return Math.max(1, timeout.toMillis());
    }
}
