package io.lockkeeper.agent;

import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.TakenOut;
import java.util.List;
import java.util.Locale;
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
     * @param pause until when, and why, it is not granted; empty if it is not paused
     * @param takenOut by whom, and why, the request was taken out of the queue in which it waited for a kept lease; empty if it was not
     */
    record Refused(LockName name, List<HeldBy> heldBy, int waiting, Optional<Pause> pause, Optional<TakenOut> takenOut)
            implements Attempt {
        public Refused {
            heldBy = List.copyOf(heldBy);
        }

        /** A refusal by other holders only: the lock is not paused. */
        public Refused(LockName name, List<HeldBy> heldBy, int waiting) {
            this(name, heldBy, waiting, Optional.empty(), Optional.empty());
        }

        /** The refusal, with what the answer shows of the request of that acquirer. */
        static Refused by(LockName name, String acquirer, Snapshot answer) {
            Refused others = by(name, answer);
            return new Refused(
                    name,
                    others.heldBy,
                    others.waiting,
                    others.pause,
                    answer.lock().takenOut(acquirer));
        }

        static Refused by(LockName name, Snapshot answer) {
            Optional<Pause> pause = Optional.ofNullable(answer.lock().paused())
                    .filter(paused -> paused.until().isAfter(answer.serverTime()));
            return new Refused(name, HeldBy.in(answer), answer.lock().waiting(), pause, Optional.empty());
        }

        String describe() {
            String paused = pause.map(
                            it -> "paused by %s until %s: \"%s\"; ".formatted(it.by(), it.until(), it.reason()))
                    .orElse("");
            String out = takenOut.map(it -> "taken out of the queue by %s: \"%s\"; ".formatted(it.by(), it.reason()))
                    .orElse("");
            String held = pause.isPresent() && heldBy.isEmpty() ? "" : HeldBy.describe(heldBy) + "; ";
            return String.format(Locale.ROOT, "%s%s%s%d waiting", out, paused, held, waiting);
        }

        @Override
        public Optional<Lease> lease() {
            return Optional.empty();
        }
    }
}
