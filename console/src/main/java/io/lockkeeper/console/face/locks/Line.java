package io.lockkeeper.console.face.locks;

/** A line of the list. */
sealed interface Line {

    /** The key by which the list identifies it. */
    String key();

    record Head(GroupHead head) implements Line {
        @Override
        public String key() {
            return head.key();
        }
    }

    record Of(String lock) implements Line {
        @Override
        public String key() {
            return lock;
        }
    }
}
