package io.lockkeeper.console.remember.history;

/** One grant of a lock: no two have the same token, so that a lease which is recorded twice is stored once. */
public record LeaseKey(String lock, long token) {}
