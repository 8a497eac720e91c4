package io.lockkeeper.console.remember.history;

/**
 * How much of a lock was in use within a time.
 *
 * @param lock the lock's name
 * @param leases how many leases of it there were, as far as each is recorded
 * @param millis for how long each of them was held within the time, times its weight, together
 */
public record LockUse(String lock, long leases, long millis) {}
