package io.lockkeeper.console.source;

import com.mongodb.MongoNamespace;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A collection whose documents are read by one dialect. Two dialects in one collection are two sources.
 *
 * @param id made of the three that follow
 * @param dialect the dialect's id
 * @param addedAt when an administrator confirmed it
 * @param addedBy which one
 * @param releasableSince when an administrator allowed forced releases; null while the source is read-only
 * @param releasableBy which one
 */
@Document("sources")
public record LockSource(
        @Id String id,
        String database,
        String collection,
        String dialect,
        Instant addedAt,
        String addedBy,
        @Nullable Instant releasableSince,
        @Nullable String releasableBy) {

    static LockSource of(String database, String collection, String dialect, Instant addedAt, String addedBy) {
        return new LockSource(
                id(database, collection, dialect), database, collection, dialect, addedAt, addedBy, null, null);
    }

    LockSource releasable(Instant since, String by) {
        return new LockSource(id, database, collection, dialect, addedAt, addedBy, since, by);
    }

    LockSource readOnly() {
        return new LockSource(id, database, collection, dialect, addedAt, addedBy, null, null);
    }

    /** Whether an administrator has allowed forced releases; else it is read-only. */
    public boolean isReleasable() {
        return releasableSince != null;
    }

    public static String id(String database, String collection, String dialect) {
        return "%s.%s/%s".formatted(database, collection, dialect);
    }

    public MongoNamespace namespace() {
        return new MongoNamespace(database, collection);
    }
}
