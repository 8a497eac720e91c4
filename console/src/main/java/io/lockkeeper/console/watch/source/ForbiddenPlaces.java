package io.lockkeeper.console.watch.source;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.SystemDatabases;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The places where no source can be: MongoDB's own databases, and the console's own, which has users and API tokens. Lockkeeper's locks in
 * the console's first collection are none either, as they are watched already.
 */
@Component
final class ForbiddenPlaces {

    private final String locks;
    private final Clusters clusters;
    private final Supplier<String> own;

    @Autowired
    ForbiddenPlaces(MongoDatabase locks, Clusters clusters, ConsolePrivileges keeping) {
        this(locks.getName(), clusters, keeping::database);
    }

    /**
     * @param locks the name of the database that the first collection is in
     * @param own the name of the console's own database
     */
    ForbiddenPlaces(String locks, Clusters clusters, Supplier<String> own) {
        this.locks = locks;
        this.clusters = clusters;
        this.own = own;
    }

    /**
     * Refuses such a place, and one in a cluster that the settings do not name.
     *
     * @throws RefusedException with the reason
     */
    void refuse(Place place) {
        Cluster unused = clusters.get(place.cluster());
        String database = place.namespace().getDatabaseName();
        SystemDatabases.refusal(database).ifPresent(why -> {
            throw new RefusedException(why + ". Choose a database of your services.");
        });
        if (isOwn(place)) {
            throw new RefusedException(
                    "“%s” is the console's own database: its collections cannot be sources. Choose a database of your services."
                            .formatted(database));
        }
    }

    /** Whether the place is in the console's own database. */
    boolean isOwn(Place place) {
        return place.namespace().getDatabaseName().equalsIgnoreCase(own.get()) && isInOwnCluster(place);
    }

    /** Whether the place is the console's first collection, under any name of its cluster in the settings. */
    boolean isFirst(Place place) {
        return place.namespace().getDatabaseName().equals(locks)
                && place.namespace().getCollectionName().equals(LockDocument.COLLECTION)
                && isInOwnCluster(place);
    }

    private boolean isInOwnCluster(Place place) {
        return clusters.find(place.cluster())
                .filter(cluster ->
                        clusters.find(null).filter(cluster::sharesServersWith).isPresent())
                .isPresent();
    }
}
