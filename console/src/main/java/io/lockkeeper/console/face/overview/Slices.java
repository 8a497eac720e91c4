package io.lockkeeper.console.face.overview;

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
record Slices(Instant end, Duration each, List<Slice> all) {

    /** When one of them began. */
    Instant begin(int index) {
        return end.minus(each.multipliedBy(all.size() - (long) index));
    }

    /** If each is a minute: a quarter of an hour of them, by its number since 1970. What lies before the first was not seen. */
    Slice quarter(long number) {
        long newest = end.getEpochSecond() / 60 - 1;
        long oldest = newest - all.size() + 1;
        return Slice.of(LongStream.range(number * HourCount.QUARTER, (number + 1) * HourCount.QUARTER)
                .filter(minute -> minute <= newest)
                .mapToObj(minute -> minute < oldest ? Slice.UNSEEN : all.get((int) (minute - oldest)))
                .toList());
    }

    /** How much of the time was seen. */
    Duration seen() {
        return each.multipliedBy(all.stream().filter(Slice::seen).count());
    }
}
