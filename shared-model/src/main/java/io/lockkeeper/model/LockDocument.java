package io.lockkeeper.model;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One lock: its document in the {@code locks} collection.
 *
 * <pre>{@code
 * { _id: "send_sms",
 *   capacity: 1,                  // 1 exclusive, n semaphore, 2^30 read-write (a reader weighs 1, a writer all of it)
 *   token: 1795258911456000,      // the last token granted
 *   holders: [ { acquirer, weight, token, ttl, acquiredAt, updatedAt, expiresAt, stamp, owner: {..},
 *                stack: {at, state, frames}?, evicted: {by, reason, at, until}?, keep?, tokens?,
 *                use: {idle, since, thread, note, count, waiting}? } ],
 *   queue:   [ { acquirer, weight, ttl, since, updatedAt, expiresAt, stamp, owner: {..}, behind, keep?, tokens?, cohort?, recalls? } ],
 *                // at its head, while the lock is paused: { weight: 2^31-1, .., paused: {by, reason, at, until} }
 *   released: { at, acquirer, token, owner: {..}, stamp, evicted? },
 *   takenOut: [ { acquirer, by, reason, at } ]?,   // whom an operator took out of the queue, for a minute
 *   wake: "stamp acquirer=token+tokens acquirer acquirer? ...",   // new whenever a waiter was granted, a lease evicted, a waiter taken out, or a kept lease recalled (?)
 *   expiresAt: .. }               // the latest expiry of an entry; a day after it the server purges the document
 * }</pre>
 *
 * Timestamps are BSON dates of the server's clock, durations 64-bit milliseconds. Every change is made by {@link Settle}.
 *
 * <p>An owner is {@code { agent, service, instance, host, pid, thread, note, details: [ {k, v} ]?, wakes? }}: pairs, for a key may contain
 * dots and dollars. A stack shows what the thread of a long holder was doing, if its agent is configured to attach it. Every change of the lock
 * carries its 8 KB, so that at most {@value #MAX_STACKS} leases of one lock have one: 64 KB.
 *
 * @param name the lock's name: a {@link LockName} unless another program wrote the document
 * @param capacity the weight that fits at once
 * @param token the last token granted, 0 if none ever was
 * @param holders the leases, also expired ones that are not settled yet
 * @param queue the waiters in the order in which they will be served
 * @param released the last lease that ended, or null
 * @param wake whom the last grant or eviction concerned, or null
 * @param expiresAt the latest expiry of an entry
 * @param paused until when no agent acquires the lock, or null
 * @param takenOut whom an operator took out of the queue lately
 */
public record LockDocument(
        String name,
        int capacity,
        long token,
        List<Holder> holders,
        List<Waiter> queue,
        @Nullable Released released,
        @Nullable String wake,
        Instant expiresAt,
        @Nullable Pause paused,
        List<TakenOut> takenOut) {

    public static final String COLLECTION = "locks";
    /** How many holders and waiters together fit into one document. */
    public static final int MAX_ENTRIES = 500;
    /** How many leases of one lock carry a stack: of 8 KB each at most. */
    public static final int MAX_STACKS = 8;

    public LockDocument {
        holders = List.copyOf(holders);
        queue = List.copyOf(queue);
        takenOut = List.copyOf(takenOut);
    }

    /** A lock that is not paused, without waiters that were taken out. */
    public LockDocument(
            String name,
            int capacity,
            long token,
            List<Holder> holders,
            List<Waiter> queue,
            @Nullable Released released,
            @Nullable String wake,
            Instant expiresAt) {
        this(name, capacity, token, holders, queue, released, wake, expiresAt, null, List.of());
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

    /** The record that an operator took this waiter out of the queue, while the document has it. */
    public Optional<TakenOut> takenOut(String acquirer) {
        return takenOut.stream()
                .filter(waiter -> waiter.acquirer().equals(acquirer))
                .findFirst();
    }

    /**
     * How many wait: in the queue, and in the memory of each agent. An agent reports the latter with one of its waiters in the queue and
     * with the use of its kept lease, at different times; the largest of its numbers counts.
     */
    public int waiting() {
        Map<String, Integer> inMemory = new HashMap<>();
        queue.forEach(waiter -> inMemory.merge(waiter.owner().agent(), waiter.behind(), Math::max));
        for (Holder holder : holders) {
            LatestUse use = holder.use();
            if (use != null) {
                inMemory.merge(holder.owner().agent(), use.waiting(), Math::max);
            }
        }
        long all = inMemory.values().stream().mapToLong(each -> each).sum() + queue.size();
        return Math.clamp(all, 0, Integer.MAX_VALUE);
    }

    /** Whether it has no holder and no waiter, and is not paused. */
    public boolean isIdle() {
        return holders.isEmpty() && queue.isEmpty() && paused == null;
    }
}
