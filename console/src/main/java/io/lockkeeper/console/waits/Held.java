package io.lockkeeper.console.waits;

import io.lockkeeper.console.board.LockView;
import io.lockkeeper.model.Holder;

/**
 * A lease of a lock that somebody waits for.
 *
 * @param who whose it is
 */
record Held(LockView lock, Holder holder, AgentThread who) {

    String name() {
        return lock.name();
    }
}
