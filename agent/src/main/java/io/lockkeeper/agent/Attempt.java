package io.lockkeeper.agent;

import io.lockkeeper.model.LockName;
import java.util.List;
import java.util.Optional;

/** The outcome of an attempt to acquire a lock without waiting. */
public sealed interface Attempt {

    /** The lease, if it was granted. */
    Optional<Lease> lease();

    /** The lock is the caller's. */
    record Granted(Lease granted) implements Attempt {
        @Override
        public Optional<Lease> lease() {
            return Optional.of(granted);
        }
    }

    /**
     * The lock is held or waited for by others.
     *
     * @param name the lock
     * @param heldBy who holds it
     * @param waiting how many requests wait for it
     */
    record Refused(LockName name, List<HeldBy> heldBy, int waiting) implements Attempt {
        public Refused {
            heldBy = List.copyOf(heldBy);
        }

        @Override
        public Optional<Lease> lease() {
            return Optional.empty();
        }
    }
}
