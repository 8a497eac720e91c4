package io.lockkeeper.agent;

/** A client that knows the old locks alone. */
interface OldClient {

    boolean tryLock(String name);

    void unlock(String name);
}
