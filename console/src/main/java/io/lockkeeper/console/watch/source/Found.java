package io.lockkeeper.console.watch.source;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search for locks.
 *
 * @param cluster null for the console's own
 * @param looked how many collections were sampled
 * @param left how many were not, for want of time
 * @param unread those that may not be read, or did not answer in time
 * @param onlyGranted whether MongoDB named only those collections on which the console's user has privileges
 * @param took how long it took
 * @param next the first collection that was not sampled for want of time; null if there is none
 */
public record Found(
        @Nullable String cluster,
        String database,
        int looked,
        int left,
        List<Proposal> proposals,
        List<Unread> unread,
        boolean onlyGranted,
        Duration took,
        @Nullable String next) {

    /** A collection that was not sampled, and why. */
    public record Unread(String collection, String why) {}
}
