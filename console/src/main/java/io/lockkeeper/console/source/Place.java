package io.lockkeeper.console.source;

import com.mongodb.MongoNamespace;
import org.jspecify.annotations.Nullable;

/**
 * The place of a collection. As text: {@code database.collection}, preceded by the cluster unless it is the console's own.
 *
 * @param cluster null for the console's own
 */
public record Place(@Nullable String cluster, MongoNamespace namespace) {

    /**
     * One in the console's own cluster.
     *
     * @throws IllegalArgumentException if a name cannot be that of a database or collection
     */
    public static Place own(String database, String collection) {
        return of(null, database, collection);
    }

    /**
     * One in any cluster.
     *
     * @throws IllegalArgumentException if a name cannot be that of a database or collection
     */
    public static Place of(@Nullable String cluster, String database, String collection) {
        return new Place(cluster, new MongoNamespace(database, collection));
    }

    /** The database as text, preceded by the cluster unless it is the console's own. */
    public String database() {
        return cluster == null ? namespace.getDatabaseName() : cluster + ": " + namespace.getDatabaseName();
    }

    @Override
    public String toString() {
        return cluster == null ? namespace.getFullName() : cluster + ": " + namespace.getFullName();
    }
}
