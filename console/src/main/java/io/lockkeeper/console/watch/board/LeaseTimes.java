package io.lockkeeper.console.watch.board;

import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.LongStream;

/** The meaning of a lease's times at a moment of the server's clock. */
public final class LeaseTimes {

    private LeaseTimes() {}

    /** Whether it has not expired. */
    public static boolean isLive(Holder holder, Instant now) {
        return holder.expiresAt().isAfter(now);
    }

    /** Half of what the last touch gave is gone: agents renew at a third, but no lease that was evicted or lingers. */
    public static boolean isLate(Holder holder, Instant now) {
        return holder.evicted() == null && !holder.lingers() && now.toEpochMilli() >= lateAt(holder);
    }

    /** Since when the lease's renewal is late; empty if it is not. */
    public static Optional<Instant> lateSince(Holder holder, Instant now) {
        return isLate(holder, now) ? Optional.of(Instant.ofEpochMilli(lateAt(holder))) : Optional.empty();
    }

    private static long lateAt(Holder holder) {
        long updated = holder.updatedAt().toEpochMilli();
        return updated + (holder.expiresAt().toEpochMilli() - updated) / 2 + 1;
    }

    /** The instants at which only time may change that, in milliseconds since 1970, in no order. */
    static LongStream turns(Holder holder) {
        Eviction evicted = holder.evicted();
        long turn = evicted == null ? lateAt(holder) : evicted.until().toEpochMilli();
        return LongStream.of(turn, holder.expiresAt().toEpochMilli());
    }

    /** The state of the lock that has this live lease. */
    static LockState state(Holder holder, Instant now) {
        return EvictionState.of(holder, now)
                .map(it -> it instanceof EvictionState.Quarantine ? LockState.EVICTED : LockState.UNANSWERED)
                .orElseGet(() -> unevicted(holder, now));
    }

    private static LockState unevicted(Holder holder, Instant now) {
        if (isLate(holder, now)) {
            return LockState.RENEWAL_LATE;
        }
        return holder.isIdle() ? LockState.KEPT : LockState.HELD;
    }
}
