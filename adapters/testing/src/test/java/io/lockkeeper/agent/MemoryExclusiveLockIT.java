package io.lockkeeper.agent;

/** An exclusive lock in memory keeps the contract. */
class MemoryExclusiveLockIT extends LockContract {

    MemoryExclusiveLockIT(Way way) {
        super(way);
    }

    @Override
    LockWorld newWorld() {
        return new MemoryWorld();
    }

    @Override
    public LockRequest request(String name) {
        return LockRequest.of(name);
    }
}
