package io.lockkeeper.model;

import org.jspecify.annotations.Nullable;

/**
 * The touch of one entry among many.
 *
 * @param lock whose entry it is
 * @param acquirer the lease or the waiter that lives on
 * @param behind of a waiter, how many of its agent stand behind it outside the document
 * @param use of a kept lease, its latest use; else null
 */
public record Beat(
        LockName lock,
        String acquirer,
        int behind,
        @Nullable LatestUse use) {

    /** Of a waiter, or of a lease that is not kept. */
    public Beat(LockName lock, String acquirer, int behind) {
        this(lock, acquirer, behind, null);
    }
}
