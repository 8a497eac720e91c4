package io.lockkeeper.agent;

/** All permits of a semaphore keeps the contract. */
class SemaphoreIT extends LockContract {

    SemaphoreIT(Way way) {
        super(way);
    }

    @Override
    public LockRequest request(String name) {
        return LockRequest.permits(name, 3, 3);
    }
}
