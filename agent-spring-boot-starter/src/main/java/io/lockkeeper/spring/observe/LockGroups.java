package io.lockkeeper.spring.observe;

/**
 * The group under which a lock is counted. There may be as many lock names as orders; there must not be as many time series. A bean of this type replaces
 * the rule that the properties give.
 */
@FunctionalInterface
public interface LockGroups {

    /** The group, one of few, of the lock of that name. */
    String of(String lock);
}
