package io.lockkeeper.agent.reentrant;

import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.LockUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** One lock as a {@link Lock} of the JDK, without state of its own. */
final class ThreadLock implements Lock {

    private final ThreadLocks locks;
    private final LockRequest request;

    ThreadLock(ThreadLocks locks, LockRequest request) {
        this.locks = locks;
        this.request = request;
    }

    /** An interrupt does not end the wait, and is kept; but the thread then queues again, at the end. */
    @Override
    public void lock() {
        boolean interrupted = false;
        try {
            while (!lockUnlessInterrupted()) {
                interrupted = true;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        requireNotInterrupted();
        locks.acquire(request);
    }

    /** Ignores an interrupt, before or during the call, and keeps it. */
    @Override
    public boolean tryLock() {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return locks.tryAcquire(request);
                } catch (LockUnavailableException e) {
                    if (!Thread.interrupted()) {
                        throw e;
                    }
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        requireNotInterrupted();
        try {
            return locks.acquire(request.withLongestWait(Duration.ofNanos(Math.max(0, unit.toNanos(time)))));
        } catch (LockNotAcquiredException e) {
            return false;
        }
    }

    @Override
    public void unlock() {
        locks.takeEntry(request).orElseThrow(this::notHeldHere).exitHeld();
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(
                ("Lock \"%s\" has no conditions: a waiting thread may be in another process. Wait for the change "
                                + "itself, with a change stream, or look again each time the lock is acquired.")
                        .formatted(name()));
    }

    /** All views of one lock are the same lock. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ThreadLock that
                && locks == that.locks
                && name().equals(that.name())
                && request.isOfSameKindAs(that.request);
    }

    @Override
    public int hashCode() {
        return name().hashCode();
    }

    @Override
    public String toString() {
        return "ThreadLock[%s]".formatted(name());
    }

    private boolean lockUnlessInterrupted() {
        try {
            return locks.acquire(request);
        } catch (InterruptedException e) {
            return false;
        }
    }

    private IllegalMonitorStateException notHeldHere() {
        List<String> inside = locks.inside(name());
        String holders = inside.isEmpty() ? "by no thread of this process" : "by thread " + String.join(", ", inside);
        return new IllegalMonitorStateException("Lock \"%s\" is not owned in this way by thread %s: it is held %s"
                .formatted(name(), Thread.currentThread().getName(), holders));
    }

    private String name() {
        return request.name().value();
    }

    private static void requireNotInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
