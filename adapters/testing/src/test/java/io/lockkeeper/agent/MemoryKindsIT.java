package io.lockkeeper.agent;

/** The kinds of lock, in memory. */
class MemoryKindsIT extends KindsContract {

    @Override
    LockWorld world() {
        return new MemoryWorld();
    }
}
