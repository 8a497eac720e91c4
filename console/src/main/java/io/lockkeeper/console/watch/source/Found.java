package io.lockkeeper.console.watch.source;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

    /** The surest first. */
    static final Comparator<Proposal> ORDER =
            Comparator.comparing(Proposal::sureness).thenComparing(Proposal::collection);

    /** A collection that was not sampled, and why. */
    public record Unread(String collection, String why) {}

    /** This one, and what a search from {@link #next} on has found in the same database. */
    Found and(Found more) {
        Map<String, Proposal> all = new LinkedHashMap<>();
        Stream.of(proposals, more.proposals)
                .flatMap(List::stream)
                .forEach(each -> all.merge(each.sourceId(), each, (one, other) -> other.sampled() > 0 ? other : one));
        return new Found(
                cluster,
                database,
                looked + more.looked,
                more.left,
                all.values().stream().sorted(ORDER).toList(),
                Stream.concat(unread.stream(), more.unread.stream()).toList(),
                onlyGranted || more.onlyGranted,
                took.plus(more.took),
                more.next);
    }
}
