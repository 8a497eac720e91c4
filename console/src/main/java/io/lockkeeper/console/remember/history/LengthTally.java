package io.lockkeeper.console.remember.history;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Counts lengths of time, exact to a thousandth. Used by one thread. */
final class LengthTally {

    static final int DIGITS = 3;
    static final long LONGEST = TimeUnit.DAYS.toMillis(3_660);

    private final Histogram histogram;
    private long max;

    private LengthTally(Histogram histogram, long max) {
        this.histogram = histogram;
        this.max = max;
    }

    static LengthTally empty() {
        return new LengthTally(none(), 0);
    }

    static Histogram none() {
        return new Histogram(DIGITS);
    }

    static LengthTally of(Lengths known) {
        Histogram histogram = known.decoded();
        histogram.setAutoResize(true);
        return new LengthTally(histogram, known.max());
    }

    void add(long millis) {
        long counted = Math.clamp(millis, 0, LONGEST);
        histogram.recordValue(counted);
        max = Math.max(max, counted);
    }

    void add(Lengths others) {
        histogram.add(others.decoded());
        max = Math.max(max, others.max());
    }

    long count() {
        return histogram.getTotalCount();
    }

    long p95() {
        return histogram.getValueAtPercentile(95);
    }

    Lengths lengths() {
        return Lengths.of(histogram, max);
    }
}
