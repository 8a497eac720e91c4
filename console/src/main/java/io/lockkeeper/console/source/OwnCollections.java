package io.lockkeeper.console.source;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.cluster.Cluster;
import io.lockkeeper.console.cluster.Clusters;
import io.lockkeeper.console.dialect.OwnDialect;
import io.lockkeeper.console.shell.RefusedException;
import io.lockkeeper.model.LockDocument;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The collections of Lockkeeper's own locks: the console's first, and those that are sources. */
@Component
public class OwnCollections {

    private final Own first;
    private final LockSources stored;
    private final Clusters clusters;

    OwnCollections(MongoDatabase database, LockSources stored, Clusters clusters) {
        first = own(database, LockDocument.COLLECTION, clusters.get(null));
        this.stored = stored;
        this.clusters = clusters;
    }

    /** One of them, and the cluster that it is in. */
    public record Own(MongoCollection<BsonDocument> locks, Cluster cluster) {}

    /**
     * The one of that source as it is stored now, null being the console's first. Waits for MongoDB.
     *
     * @throws RefusedException if there is no such source, it is another library's, or the settings lack its cluster
     */
    public Own of(@Nullable String source) {
        return source == null ? first : of(known(source));
    }

    private LockSource known(String id) {
        LockSource source = stored.findById(id).orElseThrow(() -> new RefusedException("This source was removed."));
        if (!source.dialect().equals(OwnDialect.ID)) {
            throw new RefusedException("Only Lockkeeper's own locks are paused, and have queues.");
        }
        return source;
    }

    private Own of(LockSource source) {
        Cluster cluster = clusters.get(source.cluster());
        return own(cluster.client().getDatabase(source.database()), source.collection(), cluster);
    }

    private static Own own(MongoDatabase database, String collection, Cluster cluster) {
        return new Own(database.getCollection(collection, BsonDocument.class), cluster);
    }
}
