package io.lockkeeper.console.watch.source;

import com.mongodb.MongoException;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.Dialects;
import io.lockkeeper.model.GrantedPrivileges;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.springframework.stereotype.Component;

/**
 * Whether the locks of a source may be changed: by the user's scope, by an administrator's word, and by what its cluster
 * allows the console to do, which is checked twice a minute. Thread-safe.
 */
@Component
public class SourceRights implements RepeatedWork {

    private static final long LOOK_MILLIS = 30_000;

    private final Worker looking = new Worker("source-rights", this::look, LOOK_MILLIS);
    private final Map<Optional<String>, GrantedPrivileges> granted = new ConcurrentHashMap<>();
    private final Clusters clusters;
    private final LockCollections stored;
    private final Dialects dialects;

    SourceRights(Clusters clusters, LockCollections stored, Dialects dialects) {
        this.clusters = clusters;
        this.stored = stored;
        this.dialects = dialects;
    }

    /** Why an administrator does not allow changes of its locks; empty if operators may change them. */
    public static Optional<String> readOnly(LockSource source, Dialect dialect) {
        if (dialect.releaseAction().isEmpty()) {
            return Optional.of("Grade D only shows. " + dialect.sentence());
        }
        return source.isReleasable()
                ? Optional.empty()
                : Optional.of(
                        "This source is read-only until an administrator allows evictions on the page of sources.");
    }

    /** The same, as it is stored now. Waits for MongoDB. */
    public Optional<String> readOnly(String id) {
        Optional<LockSource> source = stored.find(id);
        Optional<Dialect> dialect = source.flatMap(it -> dialects.find(it.dialect()));
        return dialect.isEmpty()
                ? Optional.of("This source was removed, or its dialect is missing.")
                : readOnly(source.orElseThrow(), dialect.get());
    }

    /** Why its locks cannot be changed, by any user; empty if nothing is known to be in the way. */
    public Optional<String> obstacle(LockSource source, Dialect dialect) {
        return readOnly(source, dialect).or(() -> lacking(source, dialect));
    }

    private Optional<String> lacking(LockSource source, Dialect dialect) {
        return dialect.releaseAction()
                .filter(action -> lacks(action, source.place()))
                .map(action ->
                        "The console's MongoDB user lacks the privilege %s on %s.".formatted(action, source.place()));
    }

    /** Whether the console's user is known to lack a privilege. */
    private boolean lacks(String action, Place place) {
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

    /** Reads the rights; without an answer, the last known ones are kept. */
    private void look(Cluster cluster) {
        try {
            granted.put(
                    Optional.ofNullable(cluster.name()),
                    GrantedPrivileges.of(cluster.client()
                            .getDatabase("admin")
                            .runCommand(GrantedPrivileges.command(), BsonDocument.class)));
        } catch (MongoException e) {
            // other requests report that MongoDB does not answer
        }
    }

    @Override
    public Worker worker() {
        return looking;
    }
}
