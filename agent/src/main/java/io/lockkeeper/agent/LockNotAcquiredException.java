package io.lockkeeper.agent;

import io.lockkeeper.model.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The longest wait ended before the lock was granted. Nothing of the request stays behind. */
public final class LockNotAcquiredException extends LockException {

    private final transient List<HeldBy> heldBy;
    private final int waiting;
    private final transient @Nullable Pause pause;

    /**
     * For libraries that build ways to wait on top of the agent.
     *
     * @param refused what the server said last
     */
    public LockNotAcquiredException(Attempt.Refused refused, Duration longestWait) {
        super(
                refused.name().value(),
                "was not acquired within %s: %s".formatted(longestWait, refused.describe()),
                null);
        this.heldBy = refused.heldBy();
        this.waiting = refused.waiting();
        this.pause = refused.pause().orElse(null);
    }

    /** The holders of the lock when the server answered last. */
    public List<HeldBy> heldBy() {
        return heldBy;
    }

    /** Until when an operator has paused the lock, and why; empty if it was not paused then. */
    public Optional<Pause> pause() {
        return Optional.ofNullable(pause);
    }

    /** How many requests waited for it then. */
    public int waiting() {
        return waiting;
    }
}
