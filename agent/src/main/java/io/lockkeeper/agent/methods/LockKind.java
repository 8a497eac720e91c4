package io.lockkeeper.agent.methods;

/** The kinds of locks, as {@link io.lockkeeper.agent.LockRequest} has them. All users of one name must use one kind. */
public enum LockKind {
    /** One holder at a time. */
    EXCLUSIVE,
    /** Of a read-write lock, together with other readers. */
    READING,
    /** Of a read-write lock: no other lease is held meanwhile. */
    WRITING,
    /** Permits of a counting semaphore. */
    PERMITS
}
