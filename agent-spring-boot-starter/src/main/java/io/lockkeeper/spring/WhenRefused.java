package io.lockkeeper.spring;

/** What becomes of a call whose lock was not granted. */
public enum WhenRefused {
    /** {@link io.lockkeeper.agent.LockNotAcquiredException}, which names the holder. */
    THROW,
    /** The method is not called, and the caller gets what {@link Locked#otherwise} says. */
    SKIP
}
