package io.lockkeeper.console.ask.overview;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Slices of time, one after the other, the newest last.
 *
 * @param end when the newest is over
 * @param each how long each is
 */
public record Slices(Instant end, Duration each, List<Slice> all) {

    /** When one of them began. */
    public Instant begin(int index) {
        return end.minus(each.multipliedBy(all.size() - (long) index));
    }

    /** The slice of minutes, by their numbers since 1970, if each slice is a minute. Minutes outside count as unseen. */
    public Slice ofMinutes(long first, long last) {
        long oldest = begin(0).getEpochSecond() / 60;
        return Slice.of(LongStream.rangeClosed(first - oldest, last - oldest)
                .mapToObj(i -> i < 0 || i >= all.size() ? Slice.UNSEEN : all.get((int) i))
                .toList());
    }

    /** How much of the time was seen. */
    public Duration seen() {
        return each.multipliedBy(all.stream().filter(Slice::seen).count());
    }
}
