package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;

/**
 * A lease on a lock that somebody waits for.
 *
 * @param who whose it is
 */
public record Held(Lock lock, Holder holder, AgentThread who) {

    public String name() {
        return lock.name();
    }
}
