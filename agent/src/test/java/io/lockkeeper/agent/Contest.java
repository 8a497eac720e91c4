package io.lockkeeper.agent;

/** Two agents of different services that ask for the same locks, of one kind and in one way. */
interface Contest {

    /** Where both stand, and what is seen from outside. */
    LockWorld world();

    Acquiring one();

    Acquiring other();

    /** A request of the kind under test. */
    LockRequest request(String name);

    /** A request that such a one keeps out, and that keeps such a one out: the same kind, unless many of it may hold at once. */
    default LockRequest rival(String name) {
        return request(name);
    }
}
