package io.lockkeeper.console.judge.findings;

import io.lockkeeper.model.LockkeeperCollection;

/** The next step where the console has no page for it: what an operator enters at a shell, or in mongosh in the locks' database. */
final class OutsideStep {

    private OutsideStep() {}

    static String command(Kind kind) {
        return switch (kind) {
            case INDEX_MISSING -> LockkeeperCollection.PURGE.inMongosh(LockkeeperCollection.LOCKS.name());
            case COLLECTION_GROWS -> "db.serverStatus().metrics.ttl";
            default -> "lockkeeper doctor";
        };
    }
}
