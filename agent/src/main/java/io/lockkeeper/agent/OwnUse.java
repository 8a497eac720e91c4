package io.lockkeeper.agent;

import io.lockkeeper.model.LatestUse;
import java.time.Instant;

/**
 * The latest use of a lease that may stay with this agent after a release, or be handed on.
 *
 * @param isOver whether it has ended, so that the lease is idle
 * @param token its fencing token
 * @param since when it began, or if it is over when it ended; by the server's clock, as the agent reckons it
 * @param thread the name of its thread
 * @param note the note of its request; empty for none
 * @param count how many uses the lease had, with this one
 */
public record OwnUse(boolean isOver, long token, Instant since, String thread, String note, int count) {

    /** @param first the token of the lease's first use */
    static OwnUse of(long first, LatestUse use) {
        return new OwnUse(use.idle(), first + use.count() - 1, use.since(), use.thread(), use.note(), use.count());
    }
}
