package io.lockkeeper.console.remember.history;

import org.jspecify.annotations.Nullable;

/**
 * The sum of a lock's digests over some minutes; times in milliseconds.
 *
 * @param minutes how many minutes have a digest
 * @param leases how many leases were counted
 * @param gaveUp how many requests left the queue without a grant
 * @param heldP95 95 of 100 were held no longer, in the worst minute of those that counted 20 or more; null if none did
 * @param heldMax the longest was held
 * @param waitedP95 95 of 100 waited no longer, in the worst minute of those that counted 20 or more; null if none did
 */
public record DigestSum(
        String lock,
        int minutes,
        long leases,
        long gaveUp,
        @Nullable Long heldP95,
        long heldMax,
        @Nullable Long waitedP95,
        long waitedMax) {}
