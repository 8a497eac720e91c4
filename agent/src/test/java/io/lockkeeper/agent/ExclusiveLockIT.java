package io.lockkeeper.agent;

/** An exclusive lock keeps the contract. */
class ExclusiveLockIT extends LockContract {

    @Override
    LockRequest request(String name) {
        return LockRequest.of(name);
    }
}
