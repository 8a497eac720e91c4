package io.lockkeeper.model;

import com.mongodb.client.model.IndexModel;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/**
 * A collection that Lockkeeper writes in the services' database, where others may have one of the same name.
 *
 * @param name of the collection
 * @param contents what it is for
 * @param ours each fits documents of one form of ours, and none of another program
 * @param indexes those beside {@code _id}, which every command uses
 */
public record LockkeeperCollection(String name, String contents, List<BsonDocument> ours, List<PurgeIndex> indexes) {

    /** {@link Settle} decides the expiry of leases; the index only deletes unused locks, and tokens keep growing over that. */
    public static final LockkeeperCollection LOCKS = purged(
            LockDocument.COLLECTION,
            "locks",
            new PurgeIndex(
                    "lockkeeper_purge_locks",
                    "expiresAt",
                    BsonDocument.parse(
                            "{ capacity: { $type: 'number' }, holders: { $type: 'array' }, queue: { $type: 'array' } }")));

    /** Read by the TTL monitor, which deletes the documents of agents that died, and old late attempts. */
    public static final LockkeeperCollection AGENTS = purged(
            AgentDocument.COLLECTION,
            "agents' documents",
            new PurgeIndex(
                    "lockkeeper_purge_agents",
                    "lastSeen",
                    BsonDocument.parse(
                            "{ service: { $type: 'string' }, version: { $type: 'string' }, held: { $type: 'number' } }")),
            new PurgeIndex(
                    "lockkeeper_purge_late_attempts",
                    "lastSeen",
                    BsonDocument.parse(
                            "{ late: { $type: 'string' }, acquirer: { $type: 'string' }, times: { $type: 'number' } }")));

    /** Kept for ever: a fence that was deleted would let a stale token pass. */
    public static final LockkeeperCollection FENCES = new LockkeeperCollection(
            "fences",
            "fences",
            List.of(BsonDocument.parse("{ token: { $type: 'number' }, raised: { $type: 'number' } }")),
            List.of());

    /** The one of {@link #LOCKS}. */
    public static final PurgeIndex PURGE = LOCKS.indexes.getFirst();

    private static LockkeeperCollection purged(String name, String contents, PurgeIndex... indexes) {
        return new LockkeeperCollection(
                name, contents, List.of(indexes).stream().map(PurgeIndex::ours).toList(), List.of(indexes));
    }

    /** The same collection under another name. */
    public LockkeeperCollection in(String collection) {
        return new LockkeeperCollection(collection, contents, ours, indexes);
    }

    public List<IndexModel> models() {
        return indexes.stream().map(PurgeIndex::model).toList();
    }

    BsonDocument isOurs() {
        return new BsonDocument("$or", new BsonArray(ours));
    }

    BsonDocument isOthers() {
        return new BsonDocument("$nor", new BsonArray(ours));
    }
}
