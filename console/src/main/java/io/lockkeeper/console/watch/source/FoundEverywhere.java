package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.source.Found.Unread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

    /** This one, and what a search from {@link #next} on has found. */
    FoundEverywhere and(FoundEverywhere more) {
        List<Found> all = new ArrayList<>(databases);
        more.databases.forEach(each -> {
            boolean goesOn = !all.isEmpty() && all.getLast().database().equals(each.database());
            all.add(goesOn ? all.removeLast().and(each) : each);
        });
        return new FoundEverywhere(
                cluster,
                all,
                Stream.concat(unread.stream(), more.unread.stream()).toList(),
                more.left,
                took.plus(more.took));
    }

    /** How many collections were sampled. */
    public int looked() {
        return databases.stream().mapToInt(Found::looked).sum();
    }

    /** How many entries it has: of what looks like locks, and of what could not be read. */
    int entries() {
        return unread.size()
                + databases.stream()
                        .mapToInt(
                                each -> each.proposals().size() + each.unread().size())
                        .sum();
    }
}
