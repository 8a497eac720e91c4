package io.lockkeeper.spring.observe;

/**
 * Under which group a lock is counted. Lock names may be as many as there are orders; time series must not. A bean of this type replaces
 * the rule that the properties give.
 */
@FunctionalInterface
public interface LockGroups {

    /** The group of the lock of that name: one of few. */
    String of(String lock);
}
