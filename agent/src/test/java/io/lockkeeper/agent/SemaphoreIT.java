package io.lockkeeper.agent;

/** All permits of a semaphore keeps the contract. */
class SemaphoreIT extends LockContract {

    @Override
    LockRequest request(String name) {
        return LockRequest.permits(name, 3, 3);
    }
}
