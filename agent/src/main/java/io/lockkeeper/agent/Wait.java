package io.lockkeeper.agent;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A caller that waits for its turn. What wakes it is a hint to look, never a proof: it then touches its entry, and the
 * answer says what is true.
 */
final class Wait implements Entry {

    private static final Duration NEVER = Duration.ofDays(365);
    private static final Duration JITTER = Duration.ofMillis(200);

    private final Bid bid;
    private final LongSupplier ticker;
    private final ReentrantLock guard = new ReentrantLock();
    private final Condition changed = guard.newCondition();
    private volatile boolean cancelled;
    private boolean hinted;
    private boolean first;
    private long holderEndsAt;

    Wait(Bid bid, LongSupplier ticker) {
        this.bid = bid;
        this.ticker = ticker;
        this.holderEndsAt = ticker.getAsLong() + NEVER.toNanos();
    }

    @Override
    public Bid bid() {
        return bid;
    }

    @Override
    public Duration beat() {
        Duration ttl = bid.request().ttl();
        return (ttl.compareTo(Settle.WAITER_TTL) < 0 ? ttl : Settle.WAITER_TTL).dividedBy(3);
    }

    @Override
    public void touched(Touch touch, Optional<Snapshot> lock) {
        Optional<Waiter> waiting = lock.flatMap(each -> each.lock().waiter(bid.acquirer()));
        if (waiting.isPresent()) {
            waits(lock.orElseThrow());
        } else if (touch.acknowledged()) {
            hint();
        }
    }

    @Override
    public void unanswered() {
        // The next touch of the lane, or the caller's own, will tell.
    }

    /** Somebody says that there is something to see. */
    void hint() {
        change(() -> hinted = true);
    }

    /** The agent is closed: the caller is to give up. */
    void cancel() {
        cancelled = true;
        hint();
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Of this agent's waiters for its lock this one is served first: it watches for the holder's end. */
    void becomeFirst() {
        change(() -> first = true);
    }

    /** The lock is held by others; remembers when the first of their leases would end. */
    void waits(Snapshot snapshot) {
        Optional<Instant> ends =
                snapshot.lock().holders().stream().map(Holder::expiresAt).min(Comparator.naturalOrder());
        Duration left =
                ends.map(end -> Duration.between(snapshot.serverTime(), end)).orElse(NEVER);
        long jitter = ThreadLocalRandom.current().nextLong(JITTER.toNanos());
        long endsAt = ticker.getAsLong() + Math.max(0, left.toNanos()) + jitter;
        change(() -> holderEndsAt = endsAt);
    }

    /** Waits until there is reason to look; whether there was one before {@code giveUpAt}. */
    boolean awaitReason(long giveUpAt) throws InterruptedException {
        guard.lockInterruptibly();
        try {
            while (!hinted) {
                long now = ticker.getAsLong();
                if (giveUpAt - now <= 0) {
                    return false;
                }
                if (first && holderEndsAt - now <= 0) {
                    return true;
                }
                long until = first && holderEndsAt - giveUpAt < 0 ? holderEndsAt : giveUpAt;
                changed.await(until - now, TimeUnit.NANOSECONDS);
            }
            hinted = false;
            return true;
        } finally {
            guard.unlock();
        }
    }

    private void change(Runnable change) {
        guard.lock();
        try {
            change.run();
            changed.signal();
        } finally {
            guard.unlock();
        }
    }
}
