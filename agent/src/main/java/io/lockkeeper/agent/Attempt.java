package io.lockkeeper.agent;

import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Snapshot;
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
     * The lock is held or waited for by others, or an operator has paused it.
     *
     * @param name the lock
     * @param heldBy who holds it
     * @param waiting how many requests wait for it
     * @param pause until when, and why, nobody acquires it; empty if it is not paused
     */
    record Refused(LockName name, List<HeldBy> heldBy, int waiting, Optional<Pause> pause) implements Attempt {
        public Refused {
            heldBy = List.copyOf(heldBy);
        }

        /** By others alone: the lock is not paused. */
        public Refused(LockName name, List<HeldBy> heldBy, int waiting) {
            this(name, heldBy, waiting, Optional.empty());
        }

        static Refused by(LockName name, Snapshot answer) {
            Optional<Pause> pause = Optional.ofNullable(answer.lock().paused())
                    .filter(paused -> paused.until().isAfter(answer.serverTime()));
            return new Refused(name, HeldBy.in(answer), answer.lock().waiting(), pause);
        }

        String describe() {
            String paused = pause.map(
                            it -> "paused by %s until %s: \"%s\"; ".formatted(it.by(), it.until(), it.reason()))
                    .orElse("");
            return "%s%s; %d waiting".formatted(paused, HeldBy.describe(heldBy), waiting);
        }

        @Override
        public Optional<Lease> lease() {
            return Optional.empty();
        }
    }
}
