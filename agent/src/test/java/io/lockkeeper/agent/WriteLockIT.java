package io.lockkeeper.agent;

/** The writer's side of a read-write lock keeps the contract. */
class WriteLockIT extends LockContract {

    WriteLockIT(Way way) {
        super(way);
    }

    @Override
    public LockRequest request(String name) {
        return LockRequest.writing(name);
    }
}
