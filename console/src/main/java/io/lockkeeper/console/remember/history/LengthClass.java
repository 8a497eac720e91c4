package io.lockkeeper.console.remember.history;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Classes of durations, each four times as long as the one before. Anything that was going on at a moment began, within each class, at most
 * the class's longest duration earlier. An index on class and beginning therefore reads only a few times as much as it finds, however long
 * the history is.
 *
 * @param number of the class, from 0
 */
public record LengthClass(int number) {

    private static final int BITS = 2;
    /** Two years: the last class has no end of its own. */
    private static final int LAST = 13;

    /** A minute and a little: most leases and waits are of this class or below it. */
    static final LengthClass BRIEF = new LengthClass(3);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration ENDLESS = Duration.ofDays(36_500);

    static LengthClass of(long millis) {
        return all().filter(each -> millis < each.longest().toMillis())
                .findFirst()
                .orElse(new LengthClass(LAST));
    }

    public static LengthClass between(Instant from, Instant until) {
        return of(Duration.between(from, until).toMillis());
    }

    public static Stream<LengthClass> all() {
        return IntStream.rangeClosed(0, LAST).mapToObj(LengthClass::new);
    }

    /** Every duration of this class is shorter. */
    Duration longest() {
        return number == LAST ? ENDLESS : SHORTEST.multipliedBy(1L << (BITS * number));
    }

    /** The earliest beginning of something of this class that lasted at the moment. */
    public Instant earliest(Instant moment) {
        return moment.minus(longest());
    }

    /** The same, of what began after that instant. */
    public Instant earliest(Instant moment, Instant after) {
        return after.isAfter(earliest(moment)) ? after : earliest(moment);
    }
}
