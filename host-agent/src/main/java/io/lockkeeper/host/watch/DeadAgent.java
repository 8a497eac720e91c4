package io.lockkeeper.host.watch;

import java.time.Duration;

/**
 * An embedded agent whose process has ended.
 *
 * @param id the agent's
 * @param commandTimeout after which nothing that it has sent is applied any more
 * @param ttl after which nothing is left that was applied late
 * @param reportedAt when its end was seen, by {@link System#nanoTime}
 */
record DeadAgent(String id, String service, long pid, Duration commandTimeout, Duration ttl, long reportedAt) {

    private static final Duration LONGER = Duration.ofMinutes(1);

    /** Whether all that it has left has expired, so that there is nothing to end. */
    boolean isForgotten(long now) {
        return now - reportedAt > ttl.plus(commandTimeout).plus(LONGER).toNanos();
    }
}
