package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.remember.history.KnownTime.Extent;
import io.lockkeeper.console.remember.history.PastQuestion;
import java.util.Map;

/**
 * What the same waits cost in a time as long, one week before.
 *
 * @param question about that time
 * @param known how much of it is added up: not all if not all was recorded, or there were more waits than are read
 */
public record CostsBefore(PastQuestion question, Extent known, Map<CostKey, Long> millis) {

    public long millis(CostKey key) {
        return millis.getOrDefault(key, 0L);
    }
}
