package io.lockkeeper.console.ground.refusal;

import java.time.Duration;

/** There is no room for a read now, and nothing was read; the message says what has the room. */
public final class CrowdedException extends RefusedException {

    private static final Duration AGAIN = Duration.ofSeconds(2);

    public CrowdedException(String message) {
        super(message);
    }

    /** When to try again. */
    public Duration retryAfter() {
        return AGAIN;
    }
}
