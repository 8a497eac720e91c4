package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.remember.history.Gap;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A day as a zone has it: of 23 or 25 hours where the clocks are put forward or back.
 *
 * @param end the first instant of the next
 */
record Day(LocalDate date, ZoneId zone, Instant begin, Instant end) {

    private static final int HOURS = 24;
    private static final int EVERY = 3;

    /**
     * An hour that the scale of the day names.
     *
     * @param percent where it stands in the day
     */
    record Hour(String words, double percent) {}

    static Day of(Instant at, ZoneId zone) {
        LocalDate date = at.atZone(zone).toLocalDate();
        return new Day(
                date,
                zone,
                date.atStartOfDay(zone).toInstant(),
                date.plusDays(1).atStartOfDay(zone).toInstant());
    }

    long minutes() {
        return Duration.between(begin, end).toMinutes();
    }

    /** How many minutes of the day had passed by then. */
    long minute(Instant at) {
        return Duration.between(begin, at).toMinutes();
    }

    Instant at(long minute) {
        return begin.plus(Duration.ofMinutes(minute));
    }

    /** The place of an instant in the day; one outside is at its edge. */
    double percent(Instant at) {
        return Math.clamp(100.0 * minute(at) / minutes(), 0, 100);
    }

    boolean has(Instant at) {
        return !at.isBefore(begin) && at.isBefore(end);
    }

    boolean overlaps(Gap gap) {
        return gap.from().isBefore(end) && gap.until().isAfter(begin);
    }

    /** Every third hour that its clocks show. */
    Stream<Hour> hours() {
        return IntStream.rangeClosed(0, HOURS / EVERY).mapToObj(i -> hour(i * EVERY));
    }

    private Hour hour(int hour) {
        Instant at = hour == HOURS ? end : date.atTime(hour, 0).atZone(zone).toInstant();
        return new Hour(String.format(Locale.ROOT, "%02d:00", hour), percent(at));
    }
}
