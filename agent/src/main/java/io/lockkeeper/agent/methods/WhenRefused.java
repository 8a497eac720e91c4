package io.lockkeeper.agent.methods;

/** The outcome of a call whose lock is not granted. */
public enum WhenRefused {
    /** {@link io.lockkeeper.agent.LockNotAcquiredException}, which names the holder. */
    THROW,
    /** Skips the method; the caller gets the result of {@link Locked#otherwise}. */
    SKIP
}
