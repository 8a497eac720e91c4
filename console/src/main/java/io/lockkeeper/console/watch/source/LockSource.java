package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A collection whose documents are read by one dialect. Two dialects in one collection are two sources.
 *
 * @param id made of the four that follow; empty for the console's first collection, which is not stored
 * @param cluster null for the console's own
 * @param dialect the dialect's id
 * @param addedAt when an administrator confirmed it
 * @param releasableSince when an administrator allowed forced releases; null while the source is read-only
 * @param changedAt when that was last changed; null if it never was
 */
@Document("sources")
public record LockSource(
        @Id String id,
        @Nullable String cluster,
        String database,
        String collection,
        String dialect,
        Instant addedAt,
        String addedBy,
        @Nullable Instant releasableSince,
        @Nullable String releasableBy,
        @Nullable Instant changedAt,
        @Nullable String changedBy) {

    /** @throws IllegalArgumentException if there can be no such source: somebody has written it by hand */
    public LockSource {
        if (!id.isEmpty() && !id.equals(id(Place.of(cluster, database, collection), dialect))) {
            throw new IllegalArgumentException("The id is not made of cluster, database, collection and dialect");
        }
    }

    static LockSource of(Place place, String dialect, Instant addedAt, String addedBy) {
        String database = place.namespace().getDatabaseName();
        String collection = place.namespace().getCollectionName();
        String id = id(place, dialect);
        return new LockSource(
                id, place.cluster(), database, collection, dialect, addedAt, addedBy, null, null, null, null);
    }

    /** The console's first collection, which cannot be added or removed, and whose locks may be changed. */
    public static LockSource first(String database) {
        return new LockSource(
                "",
                null,
                database,
                LockDocument.COLLECTION,
                LockkeeperDialect.ID,
                Instant.EPOCH,
                "",
                Instant.EPOCH,
                "",
                null,
                null);
    }

    LockSource releasable(LastChange now) {
        return with(now.at(), now.by(), now);
    }

    LockSource readOnly(LastChange now) {
        return with(null, null, now);
    }

    private LockSource with(@Nullable Instant since, @Nullable String by, LastChange now) {
        return new LockSource(
                id, cluster, database, collection, dialect, addedAt, addedBy, since, by, now.at(), now.by());
    }

    /** The last change, which the author of the next one must have seen. */
    public LastChange lastChange() {
        return changedAt == null
                ? new LastChange(addedAt, addedBy)
                : new LastChange(changedAt, Objects.requireNonNullElse(changedBy, addedBy));
    }

    /** Whether an administrator has allowed forced releases; otherwise the source is read-only. */
    public boolean isReleasable() {
        return releasableSince != null;
    }

    /** Database names contain no slash, so none is mistaken for a cluster's. */
    static String id(Place place, String dialect) {
        String before = place.cluster() == null ? "" : place.cluster() + "/";
        return "%s%s/%s".formatted(before, place.namespace().getFullName(), dialect);
    }

    /** The id of a source in the console's own cluster. */
    public static String id(String database, String collection, String dialect) {
        return id(Place.own(database, collection), dialect);
    }

    /** The cluster of the source with that id; null for the console's own. */
    public static @Nullable String clusterOf(String id) {
        String beforeCollection = id.substring(0, Math.max(0, id.indexOf('.')));
        int slash = beforeCollection.indexOf('/');
        return slash < 0 ? null : beforeCollection.substring(0, slash);
    }

    /** The dialect of the source with that id. */
    public static String dialectOf(String id) {
        return id.isEmpty() ? LockkeeperDialect.ID : id.substring(id.lastIndexOf('/') + 1);
    }

    public Place place() {
        return Place.of(cluster, database, collection);
    }
}
