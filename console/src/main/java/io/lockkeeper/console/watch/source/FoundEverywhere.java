package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.source.Found.Unread;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search for locks through a whole cluster.
 *
 * @param cluster null for the console's own
 * @param databases what was found in each, in the order of their names
 * @param unread the databases that could not be searched, and why
 * @param left the databases that were not searched, for want of time
 * @param took how long it took
 */
public record FoundEverywhere(
        @Nullable String cluster, List<Found> databases, List<Unread> unread, List<String> left, Duration took) {

    /** The place where a further search continues: a database, or a collection in it behind a dot; null if this one was complete. */
    public @Nullable String next() {
        Found last = databases.isEmpty() ? null : databases.getLast();
        if (last != null && last.next() != null) {
            return last.database() + "." + last.next();
        }
        return left.isEmpty() ? null : left.getFirst();
    }
}
