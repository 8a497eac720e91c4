package io.lockkeeper.console.watch.source;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.Dialects;
import io.lockkeeper.model.HintWriter;
import java.util.Optional;
import org.bson.BsonDocument;
import org.springframework.stereotype.Component;

/** The collections that locks are in: the console's first, and those that an administrator added, as they are stored now. */
@Component
public class LockCollections {

    public static final String NO_QUEUES = "Only Lockkeeper's own locks are paused, and have queues.";

    private final LockSource first;
    private final LockSources stored;
    private final Dialects dialects;
    private final Clusters clusters;

    LockCollections(MongoDatabase database, LockSources stored, Dialects dialects, Clusters clusters) {
        first = LockSource.first(database.getName());
        this.stored = stored;
        this.dialects = dialects;
        this.clusters = clusters;
    }

    /**
     * An open collection.
     *
     * @param dialect that reads its documents
     * @param cluster that it is in
     */
    public record Opened(LockSource source, Dialect dialect, Cluster cluster, MongoCollection<BsonDocument> documents) {

        /** Writes hints to agents about changes in it. */
        public HintWriter hints() {
            return new HintWriter(
                    source.database(),
                    (name, command) -> cluster.client()
                            .getDatabase(name)
                            .runCommand(command, ReadPreference.primary(), BsonDocument.class));
        }
    }

    /** The source with that id; empty if it was removed. Waits for MongoDB, unless it is the first. */
    public Optional<LockSource> find(String id) {
        return id.equals(first.id()) ? Optional.of(first) : stored.findById(id);
    }

    /**
     * The collection of the source with that id. Waits for MongoDB, unless it is the first.
     *
     * @throws RefusedException if it was removed, its dialect is missing, or the settings lack its cluster
     */
    public Opened of(String id) {
        LockSource source = find(id).orElseThrow(() -> new RefusedException("This source was removed."));
        Dialect dialect = dialects.find(source.dialect())
                .orElseThrow(() -> new RefusedException("The source's dialect is missing."));
        Cluster cluster = clusters.get(source.cluster());
        return new Opened(
                source,
                dialect,
                cluster,
                cluster.client().getDatabase(source.database()).getCollection(source.collection(), BsonDocument.class));
    }

    /**
     * As {@link #of}, for Lockkeeper's own locks.
     *
     * @throws RefusedException as {@link #of} does, and if they are another library's
     */
    public Opened ofOurs(String id) {
        Opened opened = of(id);
        if (!opened.dialect().hasQueues()) {
            throw new RefusedException(NO_QUEUES);
        }
        return opened;
    }
}
