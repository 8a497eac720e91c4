package io.lockkeeper.benchmark.peer;

import io.lockkeeper.benchmark.store.Store.Kind;

/** Each way to lock, in the settings that its documents recommend. */
public enum Peer {
    LOCKKEEPER("Lockkeeper", Kind.MONGODB, Waits.IN_ORDER),
    BARE("bare driver", Kind.MONGODB, Waits.ANYHOW),
    SHEDLOCK("ShedLock", Kind.MONGODB, Waits.NEVER),
    REDISSON("Redisson", Kind.REDIS, Waits.ANYHOW),
    REDISSON_FAIR("Redisson, fair lock", Kind.REDIS, Waits.IN_ORDER),
    SPRING_INTEGRATION("Spring Integration", Kind.REDIS, Waits.ANYHOW),
    CURATOR("Curator", Kind.ZOOKEEPER, Waits.IN_ORDER);

    /** How a peer waits for a lock that is taken. */
    public enum Waits {
        NEVER,
        ANYHOW,
        IN_ORDER
    }

    private final String label;
    private final Kind store;
    private final Waits waits;

    Peer(String label, Kind store, Waits waits) {
        this.label = label;
        this.store = store;
        this.waits = waits;
    }

    public String label() {
        return label;
    }

    public Kind store() {
        return store;
    }

    public Waits waits() {
        return waits;
    }

    /** A client of its own connections to the store at this address. */
    public LockClient open(String address) {
        return switch (this) {
            case LOCKKEEPER -> new LockkeeperClient(address);
            case BARE -> new BareClient(address);
            case SHEDLOCK -> new ShedLockClient(address);
            case REDISSON -> RedissonClient.plain(address);
            case REDISSON_FAIR -> RedissonClient.fair(address);
            case SPRING_INTEGRATION -> new SpringIntegrationClient(address);
            case CURATOR -> new CuratorClient(address);
        };
    }
}
