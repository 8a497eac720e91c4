package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.model.Waiter;

/**
 * A waiter in the queue of a lock.
 *
 * @param who who waits
 */
public record Waiting(LockView lock, Waiter waiter, AgentThread who) {

    public String name() {
        return lock.name();
    }
}
