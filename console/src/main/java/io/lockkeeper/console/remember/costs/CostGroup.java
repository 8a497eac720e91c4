package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.ground.formats.NamePrefix;
import io.lockkeeper.console.ground.scope.LockId;

/** The keys by which waits are added up, beside the services that held and waited. */
public enum CostGroup {
    SERVICE,
    LOCK,
    PREFIX;

    /** The key of the lock in the sum; empty where all locks are one. */
    String on(LockId lock) {
        return switch (this) {
            case SERVICE -> "";
            case LOCK -> lock.name();
            case PREFIX -> NamePrefix.of(lock.name());
        };
    }

    /** The source of the lock that is a sum of its own. */
    String source(LockId lock) {
        return this == LOCK ? lock.source() : "";
    }
}
