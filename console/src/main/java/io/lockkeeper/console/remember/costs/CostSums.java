package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.TimeSlices;
import io.lockkeeper.console.remember.history.WaitSpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/** Adds up costs wait by wait. Of the episodes it keeps those that are shown, fewer of each cost if there are very many costs. Used by one thread. */
final class CostSums {

    private static final int KEPT = 20_000;

    private final CostGroup group;
    private final TimeSlices slices;
    private final Map<CostKey, Sum> sums = new HashMap<>();
    private int waits;

    CostSums(CostGroup group, TimeSlices slices) {
        this.group = group;
        this.slices = slices;
    }

    /** Adds the episodes of one wait, each of which is asked for. */
    void add(Collection<CostEpisode> episodes) {
        Set<CostKey> seen = new HashSet<>();
        for (CostEpisode episode : episodes) {
            CostKey key = CostKey.of(episode, group);
            Sum sum = sums.computeIfAbsent(key, unused -> new Sum(new Spread(slices)));
            sum.add(episode, seen.add(key), Math.clamp(KEPT / sums.size(), 1, Cost.EPISODES));
        }
        waits += episodes.isEmpty() ? 0 : 1;
    }

    /** The number of waits with anything to add. */
    int waits() {
        return waits;
    }

    /** The dearest first. */
    List<Cost> costs() {
        return sums.entrySet().stream()
                .map(entry -> entry.getValue().cost(entry.getKey()))
                .filter(cost -> cost.millis() > 0)
                .sorted(Cost.DEAREST_FIRST)
                .toList();
    }

    private static final class Sum {

        private final Set<LockId> locks = new HashSet<>();
        private final PriorityQueue<CostEpisode> longest = new PriorityQueue<>(Cost.LONGEST_FIRST.reversed());
        private final Spread spread;
        private long millis;
        private int waits;
        private int episodes;

        Sum(Spread spread) {
            this.spread = spread;
        }

        void add(CostEpisode episode, boolean firstOfWait, int kept) {
            WaitSpan waited = episode.waited();
            locks.add(waited.lock());
            millis += episode.millis();
            waits += firstOfWait ? 1 : 0;
            episodes++;
            spread.add(episode);
            longest.add(episode);
            while (longest.size() > kept) {
                var unused = longest.poll();
            }
        }

        Cost cost(CostKey key) {
            List<CostEpisode> shown = new ArrayList<>(longest);
            shown.sort(Cost.LONGEST_FIRST);
            return new Cost(key, millis, waits, locks.size(), episodes, List.copyOf(shown), spread);
        }
    }
}
