package io.lockkeeper.console.findings;

import io.lockkeeper.model.LockIndexes;
import java.util.Locale;

/** The next step where the console has no page for it: what an operator enters at a shell, or in mongosh in the locks' database. */
final class OutsideStep {

    private OutsideStep() {}

    static String command(Kind kind) {
        return switch (kind) {
            case INDEX_MISSING ->
                String.format(
                        Locale.ROOT,
                        "db.locks.createIndex({ expiresAt: 1 }, { name: \"%s\", expireAfterSeconds: %d })",
                        LockIndexes.PURGE,
                        LockIndexes.RETENTION.toSeconds());
            case COLLECTION_GROWS -> "db.serverStatus().metrics.ttl";
            default -> "lockkeeper doctor";
        };
    }
}
