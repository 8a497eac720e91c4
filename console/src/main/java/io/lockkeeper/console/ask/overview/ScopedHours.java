package io.lockkeeper.console.ask.overview;

import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The last hour of the locks of each scope: of all locks, and of those that limited users see. A scope that is new here is counted from now on,
 * and what was kept of it is still to be read. Thread-safe.
 */
public final class ScopedHours {

    /** The most scopes: each sample visits all live locks once per scope. */
    private static final int SCOPES = 50;

    private static final LockScope ALL = keyOf(LockScope.EVERYTHING);

    private final RecentOutages outages;
    private final Map<LockScope, HourCount> counts = recent(SCOPES);
    /** The scopes of which the minutes before this console's are still to be read. */
    private final Set<LockScope> unread = new HashSet<>();

    private long minute = -1;

    ScopedHours(RecentOutages outages) {
        this.outages = outages;
        HourCount unused = of(ALL);
    }

    /** Only of Lockkeeper's own locks. */
    public static LockScope keyOf(LockScope scope) {
        return scope.seesEveryLock()
                ? new LockScope(List.of(""), List.of())
                : new LockScope(scope.prefixes(), List.of());
    }

    /** The minutes of the last hour, the newest last; fewer if the scope is counted only since. */
    synchronized Slices minutes(LockScope scope) {
        return slices(of(scope));
    }

    /** The number of the present minute since 1970; negative before the first. */
    synchronized long minute() {
        return minute;
    }

    /** Begins a minute, or stays in it. Returns the previous one. */
    synchronized long begin(long present) {
        long before = minute;
        minute = present;
        return before;
    }

    synchronized void add(Collection<LockScope> scopes) {
        scopes.forEach(this::of);
    }

    /** The one for all locks comes last, so it is forgotten last. */
    synchronized List<LockScope> known() {
        HourCount unused = of(ALL);
        return List.copyOf(counts.keySet());
    }

    synchronized void sampled(LockScope scope, int held, int waiting) {
        of(scope).count(minute, it -> it.sampled(held, waiting));
    }

    /** Something happened to a lock, now. */
    synchronized void count(String lock, UnaryOperator<Slice> change) {
        counts.forEach((scope, count) -> {
            if (minute >= 0 && scope.sees(lock)) {
                count.count(minute, change);
            }
        });
    }

    /** The counts of a minute. */
    synchronized Map<LockScope, Slice> counted(long number) {
        Map<LockScope, Slice> counted = new HashMap<>();
        counts.forEach((scope, count) -> count.of(number).ifPresent(it -> counted.put(scope, it)));
        return counted;
    }

    /** The counts of a quarter of an hour. The rest of one that is not over counts as unseen. */
    synchronized Map<LockScope, Slice> quarter(long number) {
        long first = number * HourCount.QUARTER;
        long last = first + HourCount.QUARTER - 1;
        Map<LockScope, Slice> quarters = new HashMap<>();
        counts.forEach((scope, count) -> quarters.put(scope, slices(count).ofMinutes(first, last)));
        quarters.values().removeIf(quarter -> !quarter.seen());
        return quarters;
    }

    synchronized List<LockScope> unread() {
        return List.copyOf(unread);
    }

    /** Adds the stored minutes of a scope. */
    synchronized void add(LockScope scope, List<KeptSlices.MinuteRecord> before) {
        HourCount count = counts.get(scope);
        if (count != null) {
            before.forEach(each -> count.add(each.number(), each.slice()));
        }
        unread.remove(scope);
    }

    private Slices slices(HourCount count) {
        return new Slices(
                Instant.ofEpochSecond((minute + 1) * 60),
                Duration.ofMinutes(1),
                outages.mark(count.until(minute), minute));
    }

    private HourCount of(LockScope scope) {
        return counts.computeIfAbsent(keyOf(scope), key -> {
            unread.add(key);
            return new HourCount();
        });
    }

    /** Forgets the least recently used first. */
    static <K, V> Map<K, V> recent(int most) {
        return new LinkedHashMap<>(16, .75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }
}
