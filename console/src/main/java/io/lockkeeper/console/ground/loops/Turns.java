package io.lockkeeper.console.ground.loops;

import io.lockkeeper.console.ground.refusal.CrowdedException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A few places for work that costs much, of which each user has one at a time. Thread-safe. */
public final class Turns {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Set<String> users = new HashSet<>();
    private final int places;
    private final String own;
    private final String others;

    /**
     * @param own says that the user has a place already
     * @param others says that others have all places
     */
    public Turns(int places, String own, String others) {
        this.places = places;
        this.own = own;
        this.others = others;
    }

    /**
     * Waits for a place, at most that long.
     *
     * @throws CrowdedException if there is none
     */
    public void enter(String user, Duration patience) {
        lock.lock();
        try {
            long nanos = patience.toNanos();
            while (!hasRoom(user)) {
                if (nanos <= 0) {
                    throw new CrowdedException(users.contains(user) ? own : others);
                }
                nanos = left.awaitNanos(nanos);
            }
            users.add(user);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CrowdedException(others);
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom(String user) {
        return users.size() < places && !users.contains(user);
    }

    /** Gives the user's place back. */
    public void leave(String user) {
        lock.lock();
        try {
            users.remove(user);
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
