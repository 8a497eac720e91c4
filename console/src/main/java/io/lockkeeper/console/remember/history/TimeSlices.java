package io.lockkeeper.console.remember.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;

/**
 * A time in slices of one length. They begin at its multiples, so that they stay where they are while time goes on; the first and the last
 * are cut by the ends of the time.
 *
 * @param each how long a whole slice is
 * @param known how much of each slice is recorded
 */
public record TimeSlices(Instant from, Instant until, Duration each, List<KnownTime.Extent> known) {

    private static final List<Duration> LENGTHS = Stream.of(
                    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400)
            .map(Duration::ofSeconds)
            .toList();
    private static final Duration LONGEST = Duration.ofDays(2);

    /** Cuts a time into about so many slices at most. */
    public static TimeSlices of(Instant from, Instant until, int most, Collection<KnownTime> recorded) {
        Duration least = Duration.between(from, until).dividedBy(most);
        Duration each = LENGTHS.stream()
                .filter(length -> length.compareTo(least) >= 0)
                .findFirst()
                .orElse(LONGEST);
        TimeSlices bare = new TimeSlices(from, until, each, List.of());
        return new TimeSlices(
                from,
                until,
                each,
                IntStream.rangeClosed(0, bare.number(until.minusMillis(1)))
                        .mapToObj(i -> KnownTime.extent(recorded, bare.begin(i), bare.end(i)))
                        .toList());
    }

    /** How many there are. */
    public int count() {
        return known.size();
    }

    public Instant begin(int slice) {
        Instant begin = begun().plus(each.multipliedBy(slice));
        return begin.isBefore(from) ? from : begin;
    }

    public Instant end(int slice) {
        Instant end = begun().plus(each.multipliedBy(slice + 1L));
        return end.isAfter(until) ? until : end;
    }

    /** The slice that an instant is in; the first or the last for one outside. */
    public int of(Instant at) {
        return Math.clamp(number(at), 0, count() - 1);
    }

    /** MongoDB's expression for the number of the slice that a date is in, also outside; null if there is no date. */
    Document numberOf(String date) {
        Document since = new Document("$subtract", List.of("$" + date, begun()));
        return new Document("$floor", new Document("$divide", List.of(since, each.toMillis())));
    }

    /** Where the first would begin if it were whole. */
    Instant begun() {
        long length = each.toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(from.toEpochMilli(), length) * length);
    }

    private int number(Instant at) {
        return (int) Math.floorDiv(at.toEpochMilli() - begun().toEpochMilli(), each.toMillis());
    }

    /** How much of the time no slice knows anything of. */
    public Duration unrecorded() {
        return IntStream.range(0, count())
                .filter(i -> known.get(i) == KnownTime.Extent.NONE)
                .mapToObj(i -> Duration.between(begin(i), end(i)))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
