package io.lockkeeper.agent;

/** A write lock in memory keeps the contract. */
class MemoryWriteLockIT extends LockContract {

    MemoryWriteLockIT(Way way) {
        super(way);
    }

    @Override
    LockWorld newWorld() {
        return new MemoryWorld();
    }

    @Override
    public LockRequest request(String name) {
        return LockRequest.writing(name);
    }
}
