package io.lockkeeper.agent.fencing;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.TransactionBody;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.store.OwnHandle;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.LockkeeperCollection;
import io.lockkeeper.model.SystemDatabases;
import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Stores the greatest token that has written under each lock, in the database that the lock protects. Writes and the proof that they were in
 * time commit together or not at all.
 *
 * <pre>{@code
 * { _id: "payroll",              // the lock's name
 *   token: 1795258911456000,     // the greatest token that has raised it
 *   raised: 42,                  // how often it was: without it, raising to the same token would be no write
 *   at: … }                      // when, by the server's clock
 * }</pre>
 *
 * <p>Raising a fence is always a write, so of two overlapping transactions that raise it MongoDB commits one and ends the other with a write
 * conflict; run again, that one sees the greater token. The lock's own document takes no part: an open transaction there would delay
 * renewals.
 *
 * <p>For exclusive leases only; see the package. Transactions under one lock run one after the other. Immutable and safe for use
 * by any number of threads; a {@link ClientSession} is not.
 */
public final class Fences {

    /** The collection's name. */
    public static final String COLLECTION = LockkeeperCollection.FENCES.name();

    private static final TransactionOptions TRANSACTION = TransactionOptions.builder()
            .readConcern(ReadConcern.SNAPSHOT)
            .writeConcern(WriteConcern.MAJORITY)
            .readPreference(ReadPreference.primary())
            .build();

    private final MongoDatabase database;
    private final MongoCollection<BsonDocument> fences;
    private volatile boolean looked;

    private Fences(MongoDatabase database) {
        SystemDatabases.require(database.getName());
        this.database = OwnHandle.on(database);
        this.fences = this.database.getCollection(COLLECTION, BsonDocument.class);
    }

    /**
     * The fences of a database, which need not be the one of the locks, but must be one for all that write under a lock. No round
     * trip; the first use looks at the collection, so keep it.
     *
     * @param database of which its time limit is kept, and no other setting
     * @throws IllegalArgumentException if it is one of MongoDB's own
     */
    public static Fences in(MongoDatabase database) {
        return new Fences(database);
    }

    /**
     * Runs {@code body} in a transaction that commits only if no later lease of the lock has raised the fence: it is looked at
     * before the body, and raised after it, so that a holder that hangs within its body does not hold up the next. The
     * transaction reads a snapshot and commits to a majority.
     *
     * <p>As with {@link ClientSession#withTransaction}, the body is run again after a write conflict or a change of the primary, for
     * 120 s at the most; a stale token ends that.
     *
     * @param session of the same client as the database, without a transaction
     * @param body what to write, with the session in each of its calls; may be run several times
     * @return what the body returned
     * @throws StaleTokenException if a later lease was here; nothing was written
     * @throws IllegalStateException if another program uses the collection
     * @throws com.mongodb.MongoException as from {@link ClientSession#withTransaction}
     */
    public <T extends @Nullable Object> T transact(ClientSession session, Lease lease, TransactionBody<T> body) {
        requireFree();
        return session.withTransaction(
                () -> {
                    refuseStale(session, lease);
                    T result = body.execute();
                    raise(session, lease);
                    return result;
                },
                TRANSACTION);
    }

    /**
     * Checks and raises the fence within the caller's own transaction. Call it last: from here to the commit, the next holder's
     * transaction waits. The transaction has to commit to a majority, or a failover may forget the fence.
     *
     * @throws StaleTokenException if a later lease was here; the transaction must be aborted
     * @throws com.mongodb.MongoException with the label {@code TransientTransactionError} after a write conflict: run the
     *     transaction again. A stale token is refused as soon as the later one has committed, so repetitions end
     * @throws IllegalStateException if the session has no transaction, or another program uses the collection
     */
    public void raise(ClientSession session, Lease lease) {
        if (!session.hasActiveTransaction()) {
            throw new IllegalStateException(
                    "The session has no transaction that the fence of lock \"%s\" could guard".formatted(lease.name()));
        }
        requireFree();
        BsonDocument before = fences.findOneAndUpdate(session, of(lease), raised(lease), upsert());
        refuseStale(lease, before);
    }

    /**
     * Raises the fence at once, outside of any transaction: when this returns, no transaction of an earlier lease will
     * commit any more. Call it before reading what later writes build on, if that is read outside of their transaction.
     *
     * <p>Waits for a transaction that has raised the same fence and is still open: 60 s by the server's default, less if the
     * database handle has a shorter timeout.
     *
     * @throws StaleTokenException if a later lease was here
     * @throws IllegalStateException if another program uses the collection
     * @throws com.mongodb.MongoException if it was not acknowledged; it may be called again
     */
    public void raise(Lease lease) {
        requireFree();
        BsonDocument before = fences.findOneAndUpdate(of(lease), raised(lease), upsert());
        refuseStale(lease, before);
    }

    private void refuseStale(ClientSession session, Lease lease) {
        refuseStale(lease, fences.find(session, of(lease)).first());
    }

    /** A fence that something deletes or refuses would let a stale token pass. */
    private void requireFree() {
        if (!looked) {
            CollectionLook look = CollectionLook.at(
                    LockkeeperCollection.FENCES, command -> database.runCommand(command, BsonDocument.class));
            if (look.refused()) {
                throw new IllegalStateException(
                        "The collection %s cannot hold fences: it %s. Nothing was written there; give the fences another database"
                                .formatted(fences.getNamespace(), look.found()));
            }
            looked = true;
        }
    }

    private void refuseStale(Lease lease, @Nullable BsonDocument fence) {
        if (fence != null && !fence.isNumber("token")) {
            throw new IllegalStateException(
                    "The document \"%s\" in %s is no fence: another program keeps it. It was left as it is; give the fences another database"
                            .formatted(lease.name(), fences.getNamespace()));
        }
        if (fence != null && fence.getNumber("token").longValue() > lease.token()) {
            throw StaleTokenException.reported(lease, fence.getNumber("token").longValue());
        }
    }

    private static Bson of(Lease lease) {
        return Filters.eq(lease.name());
    }

    /** The greater of both tokens; a token that is refused leaves the fence as high as it was. A document that is no fence stays. */
    private static List<BsonDocument> raised(Lease lease) {
        return List.of(BsonDocument.parse(String.format(Locale.ROOT, """
            { $replaceWith: { $cond: [
                { $or: [ { $isNumber: '$token' }, { $eq: [ '$$ROOT', { _id: '$_id' } ] } ] },
                { $mergeObjects: [ '$$ROOT', {
                    token:  { $max: [ '$token', { $literal: { $numberLong: '%d' } } ] },
                    raised: { $add: [ { $ifNull: ['$raised', 0] }, 1 ] },
                    at:     '$$NOW' } ] },
                '$$ROOT' ] } }
            """, lease.token())));
    }

    private static FindOneAndUpdateOptions upsert() {
        return new FindOneAndUpdateOptions()
                .upsert(true)
                .returnDocument(ReturnDocument.BEFORE)
                .projection(Projections.include("token"));
    }
}
