package io.lockkeeper.console.watch.source;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.model.LockDocument;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** The collection that the console shows on its Locks page, which cannot be a source as well. */
@Component
final class FirstCollection {

    private final String database;
    private final Clusters clusters;

    @Autowired
    FirstCollection(MongoDatabase locks, Clusters clusters) {
        this(locks.getName(), clusters);
    }

    FirstCollection(String database, Clusters clusters) {
        this.database = database;
        this.clusters = clusters;
    }

    /** Whether the place is that collection, whatever the settings call its cluster. */
    boolean is(Place place) {
        return place.namespace().getDatabaseName().equals(database)
                && place.namespace().getCollectionName().equals(LockDocument.COLLECTION)
                && isInItsCluster(place);
    }

    /** Whether the place is in the console's own cluster, whatever the settings call it. */
    boolean isInItsCluster(Place place) {
        return clusters.find(place.cluster()).filter(this::isOwn).isPresent();
    }

    private boolean isOwn(Cluster cluster) {
        return clusters.find(null).filter(cluster::sharesServersWith).isPresent();
    }
}
