package io.lockkeeper.shedlock;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.LockUnavailableException;
import java.time.Duration;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.UnaryOperator;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * ShedLock's locks as leases of an agent: {@code @SchedulerLock} and other users of a lock provider stay unchanged.
 *
 * <pre>{@code
 * @Bean
 * LockkeeperLockProvider lockProvider(LockAgent agent) {
 *     return new LockkeeperLockProvider(agent);
 * }
 * }</pre>
 *
 * <p>{@code lockAtMostFor} and {@code lockAtLeastFor} count from the grant, and no client's clock takes part. The lock of an
 * instance that dies is free after the lease's ttl instead of {@code lockAtMostFor}, which may therefore be generous. {@link #currentLease()} has the fencing token. Operators see holder and task in the console.
 *
 * <p>Safe for use by any number of threads.
 */
public final class LockkeeperLockProvider implements ExtensibleLockProvider {

    private final LockAgent agent;
    private final UnaryOperator<LockRequest> as;
    private final Deque<HeldLock> held = new ConcurrentLinkedDeque<>();

    /** The locks of that agent, which the caller closes. */
    public LockkeeperLockProvider(LockAgent agent) {
        this(agent, UnaryOperator.identity());
    }

    /** As {@link #LockkeeperLockProvider(LockAgent)}, with requests that are changed before use: {@code as -> as.withNote(…)}. */
    public LockkeeperLockProvider(LockAgent agent, UnaryOperator<LockRequest> as) {
        this.agent = agent;
        this.as = as;
    }

    /**
     * The lock if it is free, without waiting.
     *
     * @throws LockException if MongoDB did not answer in time, or refused the command
     * @throws IllegalArgumentException if the name breaks a rule of {@link io.lockkeeper.model.LockName}, or a time is out of
     *     bounds
     */
    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
        try {
            return agent.tryAcquire(request(configuration)).map(lease -> hold(configuration, lease));
        } catch (LockUnavailableException e) {
            throw new LockException("The lock of \"%s\" is unavailable".formatted(configuration.getName()), e);
        }
    }

    /**
     * The lease under the lock that the calling thread took last and has not unlocked: its token is what a resource should
     * see. Present also when the lease was lost meanwhile; ask {@link Lease#isHeld()}.
     */
    public Optional<Lease> currentLease() {
        return held.stream()
                .filter(HeldLock::isOfThisThread)
                .map(HeldLock::lease)
                .findFirst();
    }

    private LockRequest request(LockConfiguration configuration) {
        Duration atMost = configuration.getLockAtMostFor();
        LockRequest request = LockRequest.of(configuration.getName())
                .withLongestHold(atMost)
                .withShortestHold(configuration.getLockAtLeastFor());
        return as.apply(
                atMost.compareTo(agent.options().ttl()) < 0
                        ? request.withTtl(longer(atMost, agent.options().shortestTtl()))
                        : request);
    }

    /** The lease as a lock, which is free after its longest time, even if the task is still running. */
    private SimpleLock hold(LockConfiguration configuration, Lease lease) {
        lease.onLoss((lost, loss) -> {
            if (loss instanceof LeaseLoss.HeldTooLong) {
                lost.release();
            }
        });
        return new HeldLock(configuration, lease, Thread.currentThread(), held).noted();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    @Override
    public String toString() {
        return "LockkeeperLockProvider[%s]".formatted(agent.options().service());
    }
}
