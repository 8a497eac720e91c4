package io.lockkeeper.console.api;

import org.jspecify.annotations.Nullable;

/**
 * What is asked of an eviction.
 *
 * @param reason why, for the holder and the audit
 * @param now whether the lease ends at once, without a quarantine: only for a process that is known to be dead
 * @param confirm the lock's name once more, if {@code now}
 */
record EvictionBody(
        @Nullable String reason,
        @Nullable Boolean now,
        @Nullable String confirm) {

    boolean isNow() {
        return Boolean.TRUE.equals(now);
    }
}
