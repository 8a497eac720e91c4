package io.lockkeeper.spring.actuate;

import io.lockkeeper.agent.AgentMonitor;
import io.lockkeeper.agent.AgentMonitor.OwnLease;
import io.lockkeeper.agent.AgentMonitor.OwnWaiter;
import io.lockkeeper.agent.OwnUse;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The locks that this instance holds and waits for. Ending a lease requires {@code management.endpoint.locks.access=unrestricted}; the service's
 * security decides who may, as for all of its endpoints.
 */
@Endpoint(id = "locks", defaultAccess = Access.READ_ONLY)
public final class LocksEndpoint {

    private final Supplier<AgentMonitor> agent;

    public LocksEndpoint(Supplier<AgentMonitor> agent) {
        this.agent = agent;
    }

    /** All of them, by name. */
    public record Locks(List<HeldLock> leases, List<Waiting> waiters) {}

    /**
     * A lease.
     *
     * @param token identifies, with the lock, the lease to end; of a kept lease that of its first use
     * @param acquiredAt when it was granted; since then a kept lease has been kept
     * @param remaining until it would be lost if it were not renewed
     * @param thread of a kept lease that of its first use, as the note
     * @param use the latest use of a lease that may be kept; null for any other
     */
    public record HeldLock(
            String lock,
            long token,
            Instant acquiredAt,
            Duration heldFor,
            Duration remaining,
            String thread,
            String note,
            @Nullable LockUse use) {

        static HeldLock of(OwnLease lease) {
            return new HeldLock(
                    lease.name(),
                    lease.token(),
                    lease.acquiredAt(),
                    lease.heldFor(),
                    lease.remaining(),
                    lease.owner().thread(),
                    lease.owner().note(),
                    lease.use().map(LockUse::of).orElse(null));
        }
    }

    /**
     * The latest use of a lease that may be kept.
     *
     * @param idle whether it is over, and the lease not in use
     * @param since when it began, or since when the lease is idle
     * @param count how many uses there were, with this one
     */
    public record LockUse(boolean idle, Instant since, long token, String thread, String note, int count) {

        static LockUse of(OwnUse use) {
            return new LockUse(use.isOver(), use.since(), use.token(), use.thread(), use.note(), use.count());
        }
    }

    /** A request that waits for its turn. */
    public record Waiting(String lock, Duration waitingFor, String thread, String note) {

        static Waiting of(OwnWaiter waiter) {
            return new Waiting(
                    waiter.name(),
                    waiter.waitingFor(),
                    waiter.owner().thread(),
                    waiter.owner().note());
        }
    }

    /** The answer to ending a lease: whether it was held, and has been ended. */
    public record Ended(String lock, long token, boolean ended) {}

    @ReadOperation
    public Locks locks() {
        return new Locks(
                agent.get().leases().stream().map(HeldLock::of).toList(),
                agent.get().waiters().stream().map(Waiting::of).toList());
    }

    /**
     * Ends a lease of this instance: its code is notified, and the lock is free when that has stopped, or after the rest of the lease's ttl.
     *
     * @param lock the lock's name, which may have slashes
     * @param token of the lease that the operator saw
     * @param reason why, for the holder and the log
     */
    @DeleteOperation
    public Ended end(
            SecurityContext caller,
            @Selector(match = Selector.Match.ALL_REMAINING) String[] lock,
            long token,
            @Nullable String reason) {
        String name = String.join("/", lock);
        String by = Optional.ofNullable(caller.getPrincipal())
                .map(Principal::getName)
                .orElse("the locks endpoint");
        return new Ended(
                name,
                token,
                agent.get().evict(name, token, by, Optional.ofNullable(reason).orElse("no reason given")));
    }
}
