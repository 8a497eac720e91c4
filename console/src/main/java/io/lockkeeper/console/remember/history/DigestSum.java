package io.lockkeeper.console.remember.history;

/**
 * The sum of a lock's digests over some minutes; times in milliseconds.
 *
 * @param lock the lock's name
 * @param minutes how many minutes have a digest
 * @param leases how many leases were counted
 * @param gaveUp how many requests left the queue without a grant
 * @param heldP95 95 of 100 were held no longer, in the worst minute
 * @param heldMax the longest was held
 * @param waitedP95 95 of 100 waited no longer, in the worst minute
 * @param waitedMax the longest waited
 */
public record DigestSum(
        String lock,
        int minutes,
        long leases,
        long gaveUp,
        long heldP95,
        long heldMax,
        long waitedP95,
        long waitedMax) {}
