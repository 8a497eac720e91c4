package io.lockkeeper.console.remember.history;

/**
 * How much of a lock was in use within a time.
 *
 * @param lock the lock's name
 * @param leases how many leases of it there were, as far as each is recorded
 * @param millis for how long each of them was held within the time, times its weight, together
 * @param kept how many of them were kept between uses, so that they were not held all the time
 */
public record LockUse(String lock, long leases, long millis, long kept) {}
