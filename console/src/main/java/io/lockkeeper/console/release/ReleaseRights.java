package io.lockkeeper.console.release;

import com.mongodb.MongoException;
import io.lockkeeper.console.board.Worker;
import io.lockkeeper.console.cluster.Cluster;
import io.lockkeeper.console.cluster.Clusters;
import io.lockkeeper.console.source.Place;
import io.lockkeeper.model.GrantedPrivileges;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** What each cluster allows the console to do with other libraries' collections, checked twice a minute. Thread-safe. */
@Component
class ReleaseRights implements SmartLifecycle {

    private static final long LOOK_MILLIS = 30_000;

    private final Worker looking = new Worker("release-rights", this::look, LOOK_MILLIS);
    private final Map<Optional<String>, GrantedPrivileges> granted = new ConcurrentHashMap<>();
    private final Clusters clusters;

    ReleaseRights(Clusters clusters) {
        this.clusters = clusters;
    }

    /** Whether the console's user is known to lack a privilege. */
    boolean lacks(String action, Place place) {
        GrantedPrivileges known = granted.get(Optional.ofNullable(place.cluster()));
        return known != null
                && !known.allows(
                        action,
                        place.namespace().getDatabaseName(),
                        place.namespace().getCollectionName());
    }

    private void look() {
        clusters.all().forEach(this::look);
    }

    /** Without an answer, the last known rights are kept. */
    private void look(Cluster cluster) {
        try {
            granted.put(
                    Optional.ofNullable(cluster.name()),
                    GrantedPrivileges.of(cluster.client()
                            .getDatabase("admin")
                            .runCommand(GrantedPrivileges.command(), BsonDocument.class)));
        } catch (MongoException e) {
            // whatever else asks MongoDB says that it does not answer
        }
    }

    @Override
    public void start() {
        looking.start();
    }

    @Override
    public void stop() {
        looking.stop();
    }

    @Override
    public boolean isRunning() {
        return looking.isRunning();
    }
}
