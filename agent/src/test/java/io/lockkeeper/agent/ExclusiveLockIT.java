package io.lockkeeper.agent;

/** An exclusive lock keeps the contract. */
class ExclusiveLockIT extends LockContract {

    ExclusiveLockIT(Way way) {
        super(way);
    }

    @Override
    public LockRequest request(String name) {
        return LockRequest.of(name);
    }
}
