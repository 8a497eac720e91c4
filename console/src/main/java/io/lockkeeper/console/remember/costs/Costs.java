package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.remember.history.CountedWaits;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.remember.history.TimeSlices;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who cost whom within a time.
 *
 * @param areKnown whether waits are recorded of any lock that was asked about
 * @param all the costs, the dearest first
 * @param waits how many waits they are made of
 * @param more whether there were more waits than are read, each no longer than the shortest of these, or more leases
 * @param counted waits that were only counted: who waited, and for whom, is not recorded
 * @param use how much of each lock of the console's first collection was in use, the most used first; null if MongoDB could not add that
 *     up in time, or none of them was asked about
 * @param gaps the times within that asked about of which nothing is recorded
 * @param begun how far back the history of the first collection reaches; null if nothing was ever recorded, or none is asked for
 * @param unrecorded the ids of the sources that were asked about, and of which no waits are recorded
 * @param slices the time in slices, over which each cost is spread
 */
public record Costs(
        PastQuestion question,
        boolean areKnown,
        List<Cost> all,
        int waits,
        boolean more,
        List<CountedWaits> counted,
        @Nullable List<UsedLock> use,
        List<Gap> gaps,
        @Nullable Instant begun,
        List<String> unrecorded,
        TimeSlices slices) {

    /** The unknown costs of a question that is only about sources. */
    static Costs unknown(PastQuestion question, List<String> sources) {
        TimeSlices slices = TimeSlices.of(question.from(), question.moment(), 1, List.of());
        return new Costs(question, false, List.of(), 0, false, List.of(), null, List.of(), null, sources, slices);
    }

    /** How long all waits took. */
    public long millis() {
        return all.stream().mapToLong(Cost::millis).sum();
    }

    /** The costs behind the first ones as one, without a holder or waiter; empty if there are none. */
    public Optional<Cost> rest(int first) {
        return all.stream()
                .skip(first)
                .reduce((one, other) -> new Cost(
                        CostKey.REST,
                        one.millis() + other.millis(),
                        one.waits() + other.waits(),
                        0,
                        one.episodes() + other.episodes(),
                        List.of(),
                        one.spread().plus(other.spread())));
    }
}
