package io.lockkeeper.console.watch.board;

import java.time.Duration;
import java.time.Instant;

/**
 * A time in which this console knew nothing of the locks: the server did not answer, or its events did not come.
 *
 * @param from when the locks were last known, by the server's clock
 * @param until since when they are known again
 */
public record Outage(Instant from, Instant until) {

    /** Stands for no outage: before any that is known. */
    public static final Outage NONE = new Outage(Instant.EPOCH, Instant.EPOCH);

    /** From when a silence counts: from its beginning, or from the end of an outage that cut it. */
    public Instant countsFrom(Instant silence, Duration patience) {
        boolean tooLongBefore = silence.plus(patience).isBefore(from);
        return tooLongBefore || silence.isAfter(until) ? silence : until;
    }
}
