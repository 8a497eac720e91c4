package io.lockkeeper.console.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The body that pauses a lock.
 *
 * @param until when it ends by itself: after now, and within 30 days
 * @param reason why, for refused callers and for the audit
 */
record PauseBody(@Nullable Instant until, @Nullable String reason) {}
