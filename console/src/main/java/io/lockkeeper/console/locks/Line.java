package io.lockkeeper.console.locks;

import io.lockkeeper.console.board.LockView;

/** A line of the list. */
sealed interface Line {

    /** By which the list knows it. */
    String key();

    record Head(GroupHead head) implements Line {
        @Override
        public String key() {
            return head.key();
        }
    }

    record Of(LockView lock) implements Line {
        @Override
        public String key() {
            return lock.name();
        }
    }
}
