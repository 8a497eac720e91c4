package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.model.Holder;

/**
 * A lease on a lock that somebody waits for.
 *
 * @param who whose it is
 */
public record Held(LockView lock, Holder holder, AgentThread who) {

    public String name() {
        return lock.name();
    }
}
