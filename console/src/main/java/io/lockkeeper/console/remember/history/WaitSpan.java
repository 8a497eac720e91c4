package io.lockkeeper.console.remember.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A wait, whether it ended with a grant, without one, or goes on.
 *
 * @param lock the lock it waited for
 * @param waiter who waited
 * @param since when it began
 * @param until when it ended; null while it goes on
 */
public record WaitSpan(
        String lock, Party waiter, Instant since, @Nullable Instant until) {}
