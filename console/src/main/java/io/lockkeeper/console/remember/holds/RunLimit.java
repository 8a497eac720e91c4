package io.lockkeeper.console.remember.holds;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * After what time a library takes a lock for free, by its last acquisitions.
 *
 * @param seen from an acquisition to the expiry that its document had then, the latest first. Of a run that took milliseconds its release
 *     may have been seen instead, which shortens the expiry
 * @param at when it was acquired last
 * @param extended whether a holder was seen to move its expiry further away
 */
public record RunLimit(List<Duration> seen, Instant at, boolean extended) {

    private static final int KEPT = 5;

    static RunLimit first(Duration length, Instant at) {
        return new RunLimit(List.of(length), at, false);
    }

    RunLimit next(Duration length, Instant then) {
        List<Duration> latest =
                Stream.concat(Stream.of(length), seen.stream()).limit(KEPT).toList();
        return new RunLimit(latest, then, extended);
    }

    RunLimit moved() {
        return new RunLimit(seen, at, true);
    }

    /** The longest of them. */
    public Duration length() {
        return Collections.max(seen);
    }
}
