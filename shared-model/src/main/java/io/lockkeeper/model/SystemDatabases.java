package io.lockkeeper.model;

import java.util.List;
import java.util.Optional;

/**
 * MongoDB's own databases, in which no lock can be: each member has its own {@code local}, so that a failover would forget the holder and
 * two would hold; in {@code admin} and {@code config} no change stream opens.
 */
public final class SystemDatabases {

    private static final List<String> NAMES = List.of("admin", "config", "local");

    private SystemDatabases() {}

    /** Why the database cannot be used, in a sentence without its end; empty if it can. */
    public static Optional<String> refusal(String database) {
        if (NAMES.stream().noneMatch(database::equalsIgnoreCase)) {
            return Optional.empty();
        }
        return Optional.of("\"%s\" is a database of MongoDB itself, which is not for locks: %s"
                .formatted(
                        database,
                        database.equalsIgnoreCase("local")
                                ? "it is not replicated, so two could hold one lock after a failover"
                                : "no change stream opens there, so waiters would not be notified"));
    }

    /**
     * Refuses MongoDB's own databases.
     *
     * @throws IllegalArgumentException if it is one
     */
    public static String require(String database) {
        refusal(database).ifPresent(why -> {
            throw new IllegalArgumentException(why + ". Name another database");
        });
        return database;
    }
}
