package io.lockkeeper.agent;

import java.time.Duration;
import java.util.List;

/** The longest wait ended before the lock was granted. Nothing of the request stays behind. */
public final class LockNotAcquiredException extends LockException {

    private final transient List<HeldBy> heldBy;
    private final int waiting;

    /**
     * For those who build ways to wait on top of the agent.
     *
     * @param refused what the server said last
     */
    public LockNotAcquiredException(Attempt.Refused refused, Duration longestWait) {
        super(
                refused.name().value(),
                "was not acquired within %s: %s; %d waiting"
                        .formatted(longestWait, HeldBy.describe(refused.heldBy()), refused.waiting()),
                null);
        this.heldBy = refused.heldBy();
        this.waiting = refused.waiting();
    }

    /** Who held the lock when the server answered last. */
    public List<HeldBy> heldBy() {
        return heldBy;
    }

    /** How many requests waited for it then. */
    public int waiting() {
        return waiting;
    }
}
