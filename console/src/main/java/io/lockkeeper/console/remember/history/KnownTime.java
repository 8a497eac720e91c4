package io.lockkeeper.console.remember.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a time of which the history of a source knows who held what. What was not recorded is no time in which a lock was free.
 *
 * @param parts the earliest first; none if nothing is known
 */
public record KnownTime(List<Part> parts) {

    /** Nothing is known. */
    static final KnownTime NONE = new KnownTime(List.of());

    /** The most parts that are regarded, the longest; shorter ones beyond are left out, as if they were not known. */
    private static final int MOST_PARTS = 100;

    /** A part, from its beginning to its end. */
    record Part(Instant from, Instant until) {

        Duration length() {
            return Duration.between(from, until);
        }
    }

    /** How much of a time is recorded. */
    public enum Extent {
        NONE,
        PART,
        WHOLE;

        private Extent and(Extent other) {
            return this == other ? this : PART;
        }
    }

    /**
     * The known parts of a time.
     *
     * @param begun since when there is a history
     * @param recordedTo up to when it is written
     */
    static KnownTime of(Instant from, Instant until, Instant begun, Instant recordedTo, List<Gap> gaps) {
        Instant next = later(begun, from);
        Instant end = earlier(recordedTo, until);
        List<Part> parts = new ArrayList<>();
        for (Gap gap : gaps.stream()
                .filter(each -> !each.isOutage())
                .sorted(Comparator.comparing(Gap::from))
                .toList()) {
            add(parts, next, earlier(gap.from(), end));
            next = later(gap.until(), next);
        }
        add(parts, next, end);
        return new KnownTime(longest(parts));
    }

    private static List<Part> longest(List<Part> parts) {
        return parts.stream()
                .sorted(Comparator.comparing(Part::length).reversed())
                .limit(MOST_PARTS)
                .sorted(Comparator.comparing(Part::from))
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

    /** Up to when it is known; empty if nothing is. */
    Optional<Instant> end() {
        return parts.isEmpty() ? Optional.empty() : Optional.of(parts.getLast().until());
    }

    /** How much of a time is recorded by all of these together; nothing by none. */
    public static Extent extent(Collection<KnownTime> all, Instant from, Instant until) {
        return all.stream()
                .map(each -> each.extent(from, until))
                .reduce(Extent::and)
                .orElse(Extent.NONE);
    }

    private Extent extent(Instant from, Instant until) {
        Duration known = parts.stream()
                .map(part -> Duration.between(later(part.from, from), earlier(part.until, until)))
                .filter(Duration::isPositive)
                .reduce(Duration.ZERO, Duration::plus);
        if (known.isZero()) {
            return Extent.NONE;
        }
        return known.equals(Duration.between(from, until)) ? Extent.WHOLE : Extent.PART;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
