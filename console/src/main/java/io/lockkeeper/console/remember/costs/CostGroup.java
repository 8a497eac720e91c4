package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.ground.formats.NamePrefix;

/** What waits are added up by, beside the services that held and waited. */
public enum CostGroup {
    SERVICE,
    LOCK,
    PREFIX;

    /** What stands for the lock in the sum; empty where all locks are one. */
    String of(String lock) {
        return switch (this) {
            case SERVICE -> "";
            case LOCK -> lock;
            case PREFIX -> NamePrefix.of(lock);
        };
    }
}
