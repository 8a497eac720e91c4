package io.lockkeeper.console.remember.costs;

import java.util.OptionalDouble;

/**
 * How much of a lock was in use within a time, as far as each lease is recorded.
 *
 * @param leases how many leases of it there were
 * @param millis for how long each of them was held within the time, times its weight, together
 * @param share of the time of which the history knows, or of all permits in it; empty if the lock's capacity is unknown, and must be more than one
 */
public record UsedLock(String lock, long leases, long millis, OptionalDouble share) {}
