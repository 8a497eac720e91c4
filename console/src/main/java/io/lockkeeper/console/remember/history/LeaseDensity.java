package io.lockkeeper.console.remember.history;

import java.util.List;

/**
 * How many leases there were over a time.
 *
 * @param all a count for each slice
 */
public record LeaseDensity(TimeSlices slices, List<Count> all) {

    /**
     * The leases of a slice.
     *
     * @param held how many were held in a part of it
     * @param granted how many of them were granted in it
     */
    public record Count(long held, long granted) {}

    public long granted() {
        return all.stream().mapToLong(Count::granted).sum();
    }

    /** The most that were held in a slice. */
    public long most() {
        return all.stream().mapToLong(Count::held).max().orElse(0);
    }
}
