package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.remember.history.CountedWaits;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.LockUse;
import io.lockkeeper.console.remember.history.PastQuestion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Who cost whom within a time.
 *
 * @param question what was asked
 * @param all the costs, the dearest first
 * @param waits how many waits they are made of
 * @param more whether there were more waits than are read, each no longer than the shortest of these, or more leases
 * @param counted waits that were only counted: who waited, and for whom, is not recorded
 * @param use how much of each lock was in use, the most used first; null if MongoDB could not add that up in time
 * @param capacities of the locks that are known now
 * @param gaps the times within that asked about of which nothing is recorded
 * @param begun how far back the history reaches; null if nothing was ever recorded
 */
public record Costs(
        PastQuestion question,
        List<Cost> all,
        int waits,
        boolean more,
        List<CountedWaits> counted,
        @Nullable List<LockUse> use,
        Map<String, Integer> capacities,
        List<Gap> gaps,
        @Nullable Instant begun) {

    /** How much of the time a lock, or each of its permits, was in use; empty where its capacity is unknown and must be more than one. */
    public OptionalDouble share(LockUse lock) {
        Integer capacity = capacities.get(lock.lock());
        double share = lock.millis()
                / (double) Duration.between(question.from(), question.moment()).toMillis();
        if (capacity == null) {
            return share > 1 ? OptionalDouble.empty() : OptionalDouble.of(share);
        }
        return OptionalDouble.of(share / capacity);
    }

    /** How long all waits took. */
    public long millis() {
        return all.stream().mapToLong(Cost::millis).sum();
    }
}
