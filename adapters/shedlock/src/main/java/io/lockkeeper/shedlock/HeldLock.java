package io.lockkeeper.shedlock;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import java.util.Deque;
import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lock that a task has, until it is unlocked or extended; an extension makes a new one with the same lease. */
final class HeldLock extends AbstractSimpleLock {

    private static final Logger log = LoggerFactory.getLogger(HeldLock.class);

    private final Lease lease;
    private final Thread thread;
    private final Deque<HeldLock> held;

    HeldLock(LockConfiguration configuration, Lease lease, Thread thread, Deque<HeldLock> held) {
        super(configuration);
        this.lease = lease;
        this.thread = thread;
        this.held = held;
    }

    /** Adds it to the held locks, until it is unlocked or extended. */
    HeldLock noted() {
        held.addFirst(this);
        return this;
    }

    boolean isOfThisThread() {
        return thread.equals(Thread.currentThread());
    }

    Lease lease() {
        return lease;
    }

    @Override
    protected void doUnlock() {
        held.remove(this);
        if (!lease.release()) {
            log.warn(
                    "The lock of \"{}\" was lost before its task came to an end ({}): another instance may have run it too",
                    lease.name(),
                    lease.loss().map(Object::toString).orElse("its release was not acknowledged in time"));
        }
    }

    /** Extends the lock from now; empty if the lease has ended, because a lost lock stays lost. */
    @Override
    protected Optional<SimpleLock> doExtend(LockConfiguration extended) {
        try {
            lease.holdAtMost(extended.getLockAtMostFor());
            lease.holdAtLeast(extended.getLockAtLeastFor());
        } catch (LeaseLostException e) {
            return Optional.empty();
        } finally {
            held.remove(this);
        }
        return Optional.of(new HeldLock(extended, lease, thread, held).noted());
    }
}
