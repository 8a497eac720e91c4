package io.lockkeeper.spring.integration;

import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.reentrant.OwnershipEntry;
import io.lockkeeper.agent.reentrant.ThreadLocks;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * Spring Integration's locks as leases of an agent: reentrant, bound to the thread that locked, fair across processes.
 *
 * <pre>{@code
 * @Bean
 * LockkeeperLockRegistry lockRegistry(LockAgent agent) {
 *     return new LockkeeperLockRegistry(agent);
 * }
 * }</pre>
 *
 * <p>A lock renews itself until it is unlocked: it needs no scheduler for that. A time to live is its
 * longest hold: the lock is lost then, unless {@link #renewLock} moves it. A loss is reported by
 * {@code unlock}, with a {@link java.util.ConcurrentModificationException}, and to {@link OwnershipEntry#onLoss}. If MongoDB does not
 * answer in time, that is a {@link org.springframework.dao.CannotAcquireLockException}.
 *
 * <p>A registry keeps nothing of a lock that is not held, so there is nothing to expire. Safe for use by any number of threads.
 */
public final class LockkeeperLockRegistry
        implements RenewableLockRegistry<DistributedLock>, ExpirableLockRegistry<DistributedLock> {

    /** Longer than any process lives: no limit. */
    private static final Duration UNLIMITED = Duration.ofDays(365);

    private final ThreadLocks locks;
    private final Function<Object, LockRequest> requests;

    /**
     * Locks whose names are their keys: strings, UUIDs, numbers or enum constants. Any other key is an
     * {@link IllegalArgumentException}, because another process might write it differently.
     */
    public LockkeeperLockRegistry(LockAgent agent) {
        this(agent, key -> LockRequest.of(nameOf(key)));
    }

    /** Locks requested as the function says: {@code key -> LockRequest.of("files:" + key).withTtl(…)}. */
    public LockkeeperLockRegistry(LockAgent agent, Function<Object, LockRequest> requests) {
        this.locks = ThreadLocks.of(agent);
        this.requests = requests;
    }

    /** The lock of that key: all locks that are obtained by one key are the same lock, and equal. Needs no network. */
    @Override
    public DistributedLock obtain(Object lockKey) {
        return new LeasedLock(locks, requests.apply(lockKey));
    }

    /**
     * Lifts the limit that a time to live set: the lock renews itself until it is unlocked.
     *
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     * @throws LeaseLostException if it was lost
     */
    @Override
    public void renewLock(Object lockKey) {
        renewLock(lockKey, UNLIMITED);
    }

    /**
     * Moves the end of the lock's longest hold, to so long from now.
     *
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     * @throws LeaseLostException if it was lost
     */
    @Override
    public void renewLock(Object lockKey, Duration ttl) {
        entry(lockKey).orElseThrow(() -> notHeld(lockKey)).holdAtMost(ttl);
    }

    /** The calling thread's entry into the lock, if it is inside: for the fencing token, or a notice of its loss. */
    public Optional<OwnershipEntry> entry(Object lockKey) {
        return locks.entry(requests.apply(lockKey).name().value());
    }

    /** Does nothing: unused locks are not kept. */
    @Override
    public void expireUnusedOlderThan(long age) {
        // there are no unused locks
    }

    private static String nameOf(Object key) {
        return switch (key) {
            case CharSequence text -> text.toString();
            case UUID id -> id.toString();
            case Number number -> number.toString();
            case Enum<?> constant -> constant.name();
            default ->
                throw new IllegalArgumentException(
                        "Lock key %s is a %s, not a string, UUID, number or enum constant: give the registry a function that names it"
                                .formatted(key, key.getClass().getName()));
        };
    }

    private static IllegalMonitorStateException notHeld(Object key) {
        return new IllegalMonitorStateException("Lock \"%s\" is not held by thread %s, which cannot renew it"
                .formatted(key, Thread.currentThread().getName()));
    }

    @Override
    public String toString() {
        return "LockkeeperLockRegistry[%s]".formatted(locks);
    }
}
