package io.lockkeeper.peers;

/** Each way to lock, in the settings that its documents recommend. */
public enum Peer {
    LOCKKEEPER("Lockkeeper", Kind.MONGODB, Waits.IN_ORDER),
    BARE("bare driver", Kind.MONGODB, Waits.ANYHOW),
    SHEDLOCK("ShedLock", Kind.MONGODB, Waits.NEVER),
    REDISSON("Redisson", Kind.REDIS, Waits.ANYHOW),
    REDISSON_FAIR("Redisson, fair lock", Kind.REDIS, Waits.IN_ORDER),
    SPRING_INTEGRATION("Spring Integration", Kind.REDIS, Waits.ANYHOW),
    CURATOR("Curator", Kind.ZOOKEEPER, Waits.IN_ORDER);

    /** What kind of server keeps its locks. */
    public enum Kind {
        MONGODB,
        REDIS,
        ZOOKEEPER
    }

    /** How a peer waits for a lock that is taken, and whether its documents promise that waiters are served as they asked. */
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

    /** Whether a holder has a way to ask if it still holds, or is notified. */
    public boolean tells() {
        return this != SHEDLOCK && this != BARE;
    }

    /** A client of its own connections to the store at this address. */
    public LockClient open(String address) {
        return switch (this) {
            case LOCKKEEPER -> new LockkeeperClient(address);
            case BARE -> new BareClient(address);
            case SHEDLOCK -> new ShedLockClient(address);
            case REDISSON -> new RedissonLocks(address, false);
            case REDISSON_FAIR -> new RedissonLocks(address, true);
            case SPRING_INTEGRATION -> new SpringIntegrationClient(address);
            case CURATOR -> new CuratorClient(address);
        };
    }
}
