package io.lockkeeper.faults.peer;

import io.lockkeeper.faults.store.Store.Kind;

/** Each lock that is compared, in the settings that its documents recommend. */
public enum Peer {
    LOCKKEEPER("Lockkeeper", Kind.MONGODB),
    SHEDLOCK("ShedLock", Kind.MONGODB),
    REDISSON("Redisson, fenced lock", Kind.REDIS),
    REDISSON_FAIR("Redisson, fair lock", Kind.REDIS),
    CURATOR("Curator", Kind.ZOOKEEPER);

    private final String label;
    private final Kind store;

    Peer(String label, Kind store) {
        this.label = label;
        this.store = store;
    }

    public String label() {
        return label;
    }

    public Kind store() {
        return store;
    }

    /** Whether a caller can wait for a lock that is taken. */
    public boolean waits() {
        return this != SHEDLOCK;
    }

    /** Whether a holder has a way to ask, or is notified. */
    public boolean tells() {
        return this != SHEDLOCK;
    }

    /** Whether its documents promise that waiters are served in the order in which they asked. */
    public boolean promisesOrder() {
        return switch (this) {
            case LOCKKEEPER, REDISSON_FAIR, CURATOR -> true;
            case SHEDLOCK, REDISSON -> false;
        };
    }

    PeerLocks open(String address) {
        return switch (this) {
            case LOCKKEEPER -> new LockkeeperLocks(address);
            case SHEDLOCK -> new ShedLockLocks(address);
            case REDISSON -> new RedissonLocks(address, false);
            case REDISSON_FAIR -> new RedissonLocks(address, true);
            case CURATOR -> new CuratorLocks(address);
        };
    }
}
