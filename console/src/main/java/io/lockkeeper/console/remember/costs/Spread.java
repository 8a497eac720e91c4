package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.remember.history.TimeSlices;
import java.util.Arrays;
import java.util.stream.IntStream;

/** How a cost is spread over the slices of the time asked about. Once it is part of an answer it does not change. */
public final class Spread {

    private final TimeSlices slices;
    private final double[] millis;

    Spread(TimeSlices slices) {
        this.slices = slices;
        millis = new double[slices.count()];
    }

    /** Adds an episode, evenly from its beginning to its end. */
    void add(CostEpisode episode) {
        long from = episode.from().toEpochMilli();
        long until = Math.max(from + 1, episode.until().toEpochMilli());
        double share = (double) episode.millis() / (until - from);
        int last = slices.of(episode.until());
        for (int i = slices.of(episode.from()); i <= last; i++) {
            long begin = Math.max(from, slices.begin(i).toEpochMilli());
            long end = i == last ? until : Math.min(until, slices.end(i).toEpochMilli());
            millis[i] += share * Math.max(0, end - begin);
        }
    }

    Spread plus(Spread other) {
        Spread sum = new Spread(slices);
        IntStream.range(0, millis.length).forEach(i -> sum.millis[i] = millis[i] + other.millis[i]);
        return sum;
    }

    /** How much of the cost is in a slice. */
    public long millis(int slice) {
        return Math.round(millis[slice]);
    }

    /** The slice that has most of it. */
    public int dearest() {
        return IntStream.range(0, millis.length)
                .reduce((one, other) -> millis[other] > millis[one] ? other : one)
                .orElse(0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Spread that && slices.equals(that.slices) && Arrays.equals(millis, that.millis);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(millis);
    }
}
