package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import java.time.Instant;

/**
 * A lease that a silent agent still has: it is not renewed, so its lock becomes free when it ends.
 *
 * @param touched when it was touched last
 * @param waiters how many wait for the lock
 */
public record Remaining(String lock, long token, Instant touched, Instant until, int waiters) {

    /** How many of an agent are listed, those that end first; it may have had thousands. */
    static final int MOST = 100;

    static Remaining of(Lock lock, Holder lease) {
        return new Remaining(lock.name(), lease.token(), lease.updatedAt(), lease.expiresAt(), lock.waiters());
    }
}
