package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.Locked;

/** What to do about a use of {@link Locked} that works, but probably not as intended. */
public enum Finding {
    IGNORE,
    /** Once in the log. */
    WARN,
    /** An exception. */
    FAIL
}
