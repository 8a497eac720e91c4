package io.lockkeeper.agent;

/** The reader's side of a read-write lock keeps the contract, towards writers. */
class ReadLockIT extends LockContract {

    ReadLockIT(Way way) {
        super(way);
    }

    @Override
    public LockRequest request(String name) {
        return LockRequest.reading(name);
    }

    @Override
    public LockRequest rival(String name) {
        return LockRequest.writing(name);
    }
}
