package io.lockkeeper.spring.integration;

import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.LockUnavailableException;
import io.lockkeeper.agent.reentrant.OwnershipEntry;
import io.lockkeeper.agent.reentrant.ThreadLocks;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.support.locks.DistributedLock;

/** One lock of a registry, without state of its own. */
final class LeasedLock implements DistributedLock {

    private final ThreadLocks locks;
    private final String name;
    private final Lock lock;

    LeasedLock(ThreadLocks locks, LockRequest request) {
        this.locks = locks;
        this.name = request.name().value();
        this.lock = locks.lock(request);
    }

    @Override
    public void lock() {
        asking(() -> {
            lock.lock();
            return true;
        });
    }

    @Override
    public void lock(Duration ttl) {
        lock();
        limit(ttl);
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        asking(() -> {
            lock.lockInterruptibly();
            return true;
        });
    }

    @Override
    public boolean tryLock() {
        return asking(lock::tryLock);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return asking(() -> lock.tryLock(time, unit));
    }

    @Override
    public boolean tryLock(Duration waitTime, Duration ttl) throws InterruptedException {
        boolean locked = asking(() -> lock.tryLock(TimeUnit.NANOSECONDS.convert(waitTime), TimeUnit.NANOSECONDS));
        if (locked) {
            limit(ttl);
        }
        return locked;
    }

    /** Unlocks; of nested unlocks the last one reports a loss, as in the other registries. */
    @Override
    public void unlock() {
        try {
            lock.unlock();
        } catch (LeaseLostException e) {
            if (locks.entry(name).isEmpty()) {
                throw new ConcurrentModificationException(
                        "Lock was released in the store %s. The integrity of data protected by this lock may have been compromised. %s"
                                .formatted(cause(e), e.getMessage()),
                        e);
            }
        }
    }

    /** The cause of the loss, in the words of the other registries where they have one. */
    private static String cause(LeaseLostException lost) {
        return switch (lost.loss().orElseGet(LeaseLoss.Expired::new)) {
            case LeaseLoss.Expired expired -> "due to expiration";
            case LeaseLoss.HeldTooLong tooLong -> "due to expiration";
            case LeaseLoss.TakenOver takenOver -> "due to expiration";
            case LeaseLoss.OuterLockLost outerLost -> "because its old lock was lost";
            case LeaseLoss.Evicted evicted -> "by an operator";
            case LeaseLoss.AgentClosed closed -> "because its agent was closed";
        };
    }

    @Override
    public Condition newCondition() {
        return lock.newCondition();
    }

    /** Limits the hold: after that time the lock is free for others, even if this thread still runs. */
    private void limit(Duration ttl) {
        try {
            OwnershipEntry entry = locks.entry(name).orElseThrow();
            entry.onLoss(loss -> {
                if (loss instanceof LeaseLoss.HeldTooLong) {
                    entry.giveUpPlace();
                }
            });
            entry.holdAtMost(ttl);
        } catch (LeaseLostException e) {
            return; // lost at this moment, which unlock reports
        } catch (RuntimeException e) {
            unlock(); // an invalid ttl
            throw e;
        }
    }

    private <T, E extends Exception> T asking(Ask<T, E> ask) throws E {
        try {
            return ask.run();
        } catch (LockUnavailableException e) {
            throw new CannotAcquireLockException(e.getMessage(), e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LeasedLock that && locks == that.locks && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "LeasedLock[%s]".formatted(name);
    }

    @FunctionalInterface
    private interface Ask<T, E extends Exception> {
        T run() throws E;
    }
}
