package io.lockkeeper.agent.store;

import io.lockkeeper.model.Snapshot;
import java.util.Optional;

/** The outcome of one change that was sent to the server. */
public sealed interface Reply {

    /**
     * It is applied and acknowledged by a majority.
     *
     * @param snapshot the lock, or nothing where it has no document
     * @param immediate whether the snapshot shows what this change left; else it was taken after it and others, or another change before it
     * may have done what was asked
     * @param ended of a release, whether it is certain that this change ended the lease, even if the snapshot no longer shows it
     */
    record Answered(Optional<Snapshot> snapshot, boolean immediate, boolean ended) implements Reply {

        public Answered(Optional<Snapshot> snapshot, boolean immediate) {
            this(snapshot, immediate, false);
        }
    }

    /** No answer shows the lock. */
    sealed interface Failed extends Reply {
        RuntimeException cause();
    }

    /** It may have been applied, or may still be. */
    record Unknown(RuntimeException cause) implements Failed {}

    /** The server refused it: it is not applied. */
    record Refused(RuntimeException cause) implements Failed {}
}
