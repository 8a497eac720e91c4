package io.lockkeeper.agent.calls;

import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An entry of this agent in a lock's document that expires unless it is touched: a lease or a waiter. */
public interface LiveEntry {

    Bid bid();

    /** How many of the agent's callers wait in memory behind this waiter. */
    default int behind() {
        return 0;
    }

    /** The latest use of a kept lease. */
    default @Nullable LatestUse use() {
        return null;
    }

    /** The time between two touches. */
    Duration beat();

    /**
     * Takes the lock as it was read after a touch, acknowledged or not.
     *
     * @param touch what was sent; only an entry that carries its stamp was touched
     * @param lock the lock, or nothing if it was not found
     */
    void touched(SentTouch touch, Optional<Snapshot> lock);

    /** The outcome of a touch is unknown. */
    void unanswered();

    /**
     * A touch that was sent.
     *
     * @param stamp what marks the entries that it reached
     * @param sentAt the instant before it was handed to the driver, on the agent's monotonic clock
     * @param acknowledged whether the server acknowledged it, so that what the lock does not show is not there
     */
    record SentTouch(String stamp, long sentAt, boolean acknowledged) {}
}
