package io.lockkeeper.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Durations in nanoseconds, in order. */
final class Samples {

    private final long[] sorted;

    Samples(long... nanos) {
        sorted = nanos.clone();
        Arrays.sort(sorted);
    }

    static Samples pooled(List<Samples> parts) {
        return new Samples(
                parts.stream().flatMapToLong(each -> LongStream.of(each.sorted)).toArray());
    }

    long quantile(double part) {
        return sorted[(int) Math.round(part * (sorted.length - 1))];
    }

    long median() {
        return quantile(0.5);
    }

    int count() {
        return sorted.length;
    }
}
