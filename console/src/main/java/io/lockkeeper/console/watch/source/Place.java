package io.lockkeeper.console.watch.source;

import com.mongodb.MongoNamespace;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The place of a collection. As text: {@code database.collection}, preceded by the cluster unless it is the console's own.
 *
 * @param cluster null for the console's own
 */
public record Place(@Nullable String cluster, MongoNamespace namespace) {

    private static final Pattern DATABASE = Pattern.compile("[^/\\\\. \"$\\p{Cntrl}]{1,63}");
    private static final int LONGEST_BOTH = 254;

    /**
     * A place in the console's own cluster.
     *
     * @throws IllegalArgumentException if a name cannot be that of a database or collection
     */
    public static Place own(String database, String collection) {
        return of(null, database, collection);
    }

    /**
     * A place in any cluster.
     *
     * @throws IllegalArgumentException if a name cannot be that of a database or collection
     */
    public static Place of(@Nullable String cluster, String database, String collection) {
        requireDatabase(database);
        refusal(collection).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        if ((database + collection).length() > LONGEST_BOTH) {
            throw new IllegalArgumentException(
                    "“%s” cannot be a collection's name: with the database's name it has %s characters at most."
                            .formatted(Formats.visible(collection), LONGEST_BOTH));
        }
        return new Place(cluster, new MongoNamespace(database, collection));
    }

    /** Why it cannot be the name of a collection of somebody's own, by MongoDB's rules; empty if it can. */
    static Optional<String> refusal(String collection) {
        boolean usable = !collection.isEmpty()
                && collection.indexOf('\0') < 0
                && collection.indexOf('$') < 0
                && !collection.startsWith("system.");
        return usable
                ? Optional.empty()
                : Optional.of(
                        "“%s” cannot be a collection's name: it has a character at least, no $ and no NUL, and does not begin with system., as MongoDB's own do."
                                .formatted(Formats.visible(collection)));
    }

    /** @throws IllegalArgumentException if it cannot be a database's name, by MongoDB's rules */
    static void requireDatabase(String name) {
        if (!DATABASE.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "“%s” cannot be a database's name: it has 1 to 63 characters, and none of / \\ . \" $, spaces and control characters."
                            .formatted(Formats.visible(name)));
        }
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
