package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Waiter;

/**
 * A waiter in the queue of a lock.
 *
 * @param who who waits
 */
public record Waiting(Lock lock, Waiter waiter, AgentThread who) {

    public String name() {
        return lock.name();
    }
}
