package io.lockkeeper.console.remember.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a time of which the history of the first collection knows who held what. What was not recorded is no time in which a lock was
 * free.
 *
 * @param parts the earliest first; none if nothing is known
 */
public record KnownTime(List<Part> parts) {

    /** The most gaps that are regarded, the longest; shorter ones beyond are taken for known. */
    private static final int MOST_GAPS = 100;

    /** A part, from its beginning to its end. */
    record Part(Instant from, Instant until) {

        Duration length() {
            return Duration.between(from, until);
        }
    }

    /**
     * The known parts of a time.
     *
     * @param begun since when there is a history; null if that is not known
     * @param recordedTo up to when it is written; null if that is not known
     */
    static KnownTime of(
            Instant from, Instant until, @Nullable Instant begun, @Nullable Instant recordedTo, List<Gap> gaps) {
        Instant next = begun == null || begun.isBefore(from) ? from : begun;
        Instant end = recordedTo == null || recordedTo.isAfter(until) ? until : recordedTo;
        List<Part> parts = new ArrayList<>();
        for (Gap gap : longest(gaps)) {
            add(parts, next, gap.from().isBefore(end) ? gap.from() : end);
            next = gap.until().isAfter(next) ? gap.until() : next;
        }
        add(parts, next, end);
        return new KnownTime(parts);
    }

    private static List<Gap> longest(List<Gap> gaps) {
        return gaps.stream()
                .filter(gap -> !gap.isOutage())
                .sorted(Comparator.comparing((Gap gap) -> Duration.between(gap.from(), gap.until()))
                        .reversed())
                .limit(MOST_GAPS)
                .sorted(Comparator.comparing(Gap::from))
                .toList();
    }

    private static void add(List<Part> parts, Instant from, Instant until) {
        if (from.isBefore(until)) {
            parts.add(new Part(from, until));
        }
    }

    /** The length of all parts together. */
    public Duration length() {
        return parts.stream().map(Part::length).reduce(Duration.ZERO, Duration::plus);
    }
}
