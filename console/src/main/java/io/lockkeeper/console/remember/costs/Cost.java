package io.lockkeeper.console.remember.costs;

import java.util.Comparator;
import java.util.List;

/**
 * How long requests of a service waited while leases of another were held.
 *
 * @param key who held, who waited, and on what
 * @param millis their waits together
 * @param waits how many requests waited
 * @param locks how many locks they waited for
 * @param episodes how many episodes there are
 * @param longest the longest episodes, the longest first, up to {@value #EPISODES}
 * @param spread the waits over the time
 */
public record Cost(
        CostKey key, long millis, int waits, int locks, int episodes, List<CostEpisode> longest, Spread spread) {

    public static final int EPISODES = 200;

    static final Comparator<Cost> DEAREST_FIRST = Comparator.comparingLong(Cost::millis)
            .reversed()
            .thenComparing(cost -> cost.key().on())
            .thenComparing(cost -> cost.key().source())
            .thenComparing(cost -> cost.key().holder())
            .thenComparing(cost -> cost.key().waiter());

    static final Comparator<CostEpisode> LONGEST_FIRST =
            Comparator.comparingLong(CostEpisode::millis).reversed().thenComparing(CostEpisode::from);
}
