package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.watch.board.LeaseTimes;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an agent does, by its leases and waiters on the board.
 *
 * @param owner as whom it asked; null if it neither holds nor waits
 * @param held how many live leases it has
 * @param idle how many of them it keeps unused, as of their last renewals
 * @param waiting how many of its requests stand in queues
 * @param touched when it last touched a lease, as far as that proves that it lives; null for never
 * @param oldestRenewal when the one of its leases was touched that was touched longest ago, of those that have to be renewed; null for none
 * @param lateSince since when the renewal that is most overdue is late; null if none is
 * @param overdue whether a lease of its is late or has run out, and was not evicted
 */
public record AgentActivity(
        @Nullable Owner owner,
        int held,
        int idle,
        int waiting,
        @Nullable Instant touched,
        @Nullable Instant oldestRenewal,
        @Nullable Instant lateSince,
        boolean overdue) {

    static final AgentActivity NOTHING = new AgentActivity(null, 0, 0, 0, null, null, null, false);

    AgentActivity holding(Holder lease, Instant now) {
        boolean live = LeaseTimes.isLive(lease, now);
        boolean renewed = live && lease.evicted() == null && !lease.lingers();
        return new AgentActivity(
                lease.owner(),
                held + (live ? 1 : 0),
                idle + (live && lease.isIdle() ? 1 : 0),
                waiting,
                isProof(lease) ? latest(touched, lease.updatedAt()) : touched,
                renewed ? earliest(oldestRenewal, lease.updatedAt()) : oldestRenewal,
                live ? earliest(lateSince, LeaseTimes.lateSince(lease, now).orElse(null)) : lateSince,
                overdue || isOverdue(lease, now));
    }

    AgentActivity waiting(Waiter waiter, Instant now) {
        boolean live = waiter.expiresAt().isAfter(now);
        return new AgentActivity(
                waiter.owner(), held, idle, waiting + (live ? 1 : 0), touched, oldestRenewal, lateSince, overdue);
    }

    /** A lease that was handed to a waiter and never touched proves nothing: the waiter may be dead. */
    private static boolean isProof(Holder lease) {
        return !lease.updatedAt().equals(lease.acquiredAt())
                || !lease.expiresAt().isBefore(lease.updatedAt().plus(lease.ttl()));
    }

    /** An evicted lease is no longer renewed, so it proves nothing. */
    static boolean isOverdue(Holder lease, Instant now) {
        return lease.evicted() == null && (LeaseTimes.isLate(lease, now) || !LeaseTimes.isLive(lease, now));
    }

    private static @Nullable Instant latest(@Nullable Instant one, Instant other) {
        return one != null && one.isAfter(other) ? one : other;
    }

    private static @Nullable Instant earliest(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }
}
