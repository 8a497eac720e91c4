package io.lockkeeper.agent;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts what is under way, and lets one wait until nothing is. */
final class Underway {

    private final ReentrantLock guard = new ReentrantLock();
    private final Condition over = guard.newCondition();
    private int count;

    void began() {
        change(1);
    }

    void ended() {
        change(-1);
    }

    /** Whether nothing is under way, or no more by the end of the time given. An interrupt ends the wait, and is kept. */
    boolean awaitNothing(Duration longest) {
        long left = longest.toNanos();
        guard.lock();
        try {
            while (count > 0 && left > 0) {
                left = over.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            guard.unlock();
        }
        return isNothing();
    }

    private boolean isNothing() {
        guard.lock();
        try {
            return count == 0;
        } finally {
            guard.unlock();
        }
    }

    private void change(int by) {
        guard.lock();
        try {
            count += by;
            if (count == 0) {
                over.signalAll();
            }
        } finally {
            guard.unlock();
        }
    }
}
