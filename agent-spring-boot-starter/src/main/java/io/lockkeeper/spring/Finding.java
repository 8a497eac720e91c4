package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.Locked;

/** What to do about a use of {@link Locked} that works, but probably not as intended. */
public enum Finding {
    IGNORE,
    /** Log a warning once. */
    WARN,
    /** Throw an exception. */
    FAIL
}
