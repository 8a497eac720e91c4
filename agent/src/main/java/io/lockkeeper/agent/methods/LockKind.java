package io.lockkeeper.agent.methods;

/** The kinds of locks, as {@link io.lockkeeper.agent.LockRequest} has them. All users of one name must use one kind. */
public enum LockKind {
    /** One holder at a time. */
    EXCLUSIVE,
    /** A lease of a read-write lock that other readers share. */
    READING,
    /** A lease of a read-write lock that excludes all others. */
    WRITING,
    /** Permits of a counting semaphore. */
    PERMITS
}
