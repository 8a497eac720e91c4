package io.lockkeeper.agent;

/**
 * Work that is done while a lock is held.
 *
 * @param <T> what it returns
 * @param <E> what it throws; inferred as {@link RuntimeException} where it throws nothing checked
 */
@FunctionalInterface
public interface LockedWork<T, E extends Exception> {

    /** Does the work. The lease gives its token, and says whether it is still held. */
    T with(Lease lease) throws E;
}
