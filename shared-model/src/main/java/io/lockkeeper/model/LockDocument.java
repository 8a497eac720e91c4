package io.lockkeeper.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One lock, as its document in the {@code locks} collection tells it.
 *
 * <pre>{@code
 * { _id: "send_sms",
 *   capacity: 1,                  // 1 exclusive, n semaphore, 2^30 read-write (a reader weighs 1, a writer all of it)
 *   token: 1795258911456000,      // the last token granted
 *   holders: [ { acquirer, weight, token, ttl, acquiredAt, updatedAt, expiresAt, stamp, owner: {..}, evicted: {by, reason, at}? } ],
 *   queue:   [ { acquirer, weight, ttl, since, updatedAt, expiresAt, stamp, owner: {..} } ],
 *   released: { at, acquirer, owner: {..}, stamp, evicted? },
 *   wake: "stamp acquirer ...",   // new whenever a waiter was granted or a lease evicted: whom it concerns
 *   expiresAt: .. }               // the latest expiry of an entry; a day after it the server purges the document
 * }</pre>
 *
 * Timestamps are BSON dates of the server's clock, durations 64-bit milliseconds. Every change is made by {@link Settle}.
 *
 * @param name the lock's name: a {@link LockName} unless somebody else wrote the document
 * @param capacity the weight that fits at once
 * @param token the last token granted, 0 if none ever was
 * @param holders the leases, also those whose expiry has passed and that nobody has settled yet
 * @param queue the waiters in the order in which they will be served
 * @param released the last lease that ended, or null
 * @param wake whom the last grant or eviction concerned, or null
 * @param expiresAt the latest expiry of an entry
 */
public record LockDocument(
        String name,
        int capacity,
        long token,
        List<Holder> holders,
        List<Waiter> queue,
        @Nullable Released released,
        @Nullable String wake,
        Instant expiresAt) {

    public static final String COLLECTION = "locks";

    public LockDocument {
        holders = List.copyOf(holders);
        queue = List.copyOf(queue);
    }

    public Optional<Holder> holder(String acquirer) {
        return holders.stream()
                .filter(holder -> holder.acquirer().equals(acquirer))
                .findFirst();
    }

    public Optional<Waiter> waiter(String acquirer) {
        return queue.stream()
                .filter(waiter -> waiter.acquirer().equals(acquirer))
                .findFirst();
    }

    public boolean isIdle() {
        return holders.isEmpty() && queue.isEmpty();
    }
}
