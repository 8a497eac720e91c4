package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.mongodb.HeapShare;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.LockDocument;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** How often locks were granted recently, judged by the tokens on the board. Thread-safe. */
final class GrantRates {

    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** How many locks are counted per window, fewer in a small heap: a hot lock is among the first. */
    private static final int MOST = HeapShare.entries(100_000, 2 << 10);

    private final Map<String, Count> counts = new ConcurrentHashMap<>();
    private final LongSupplier ticker;
    private Map<String, Double> last = Map.of();
    private long began;

    GrantRates(LongSupplier ticker) {
        this.ticker = ticker;
        this.began = ticker.getAsLong();
    }

    private record Count(long token, int grants) {}

    /** Takes a changed lock. Grants that the board shows as one change count as one. */
    void seen(Lock lock) {
        boolean room = counts.size() < MOST || counts.containsKey(lock.name());
        long token = lock.own().map(LockDocument::token).orElse(0L);
        if (room && token != 0) {
            counts.merge(
                    lock.name(),
                    new Count(token, 0),
                    (known, now) -> known.token == token ? known : new Count(token, known.grants + 1));
        }
    }

    /** Grants a second in the last whole window. */
    synchronized double of(String lock) {
        return last.getOrDefault(lock, 0.0);
    }

    /** The locks that were granted most often in the last whole window, the busiest first. */
    synchronized List<Busy> busiest(LockScope scope, int most) {
        return last.entrySet().stream()
                .filter(each -> scope.sees(each.getKey()))
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(most)
                .map(each -> new Busy(each.getKey(), each.getValue()))
                .toList();
    }

    /** Closes the window if it is over. Locks that were not granted in it are forgotten. */
    synchronized void roll() {
        long lasted = ticker.getAsLong() - began;
        if (lasted < WINDOW_NANOS) {
            return;
        }
        Map<String, Double> rates = new HashMap<>();
        counts.forEach((lock, count) -> {
            if (count.grants > 0) {
                rates.put(lock, count.grants * 1e9 / lasted);
            }
        });
        counts.clear();
        last = rates;
        began = ticker.getAsLong();
    }
}
