package io.lockkeeper.console.holds;

import io.lockkeeper.console.board.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * How long locks of other libraries are usually held, kept in memory and read again now and then, so that whoever looks at all
 * locks waits for none. Thread-safe.
 */
@Component
public class UsualHolds {

    private static final int MOST = 20_000;
    private static final int NEWEST = 100;
    /** Fewer tell nothing of what is usual. */
    private static final int ENOUGH = 20;

    private static final Duration GOOD_FOR = Duration.ofMinutes(10);

    private final Map<Lock, Known> known = new LinkedHashMap<>();
    private final Set<Lock> wanted = new LinkedHashSet<>();
    private final HoldRecords records;
    private final ServerClock clock;

    UsualHolds(HoldRecords records, ServerClock clock) {
        this.records = records;
        this.clock = clock;
    }

    private record Lock(String source, String name) {}

    private record Known(Optional<UsualHold> usual, Instant at) {}

    /**
     * What is usual for a lock.
     *
     * @param holds by how many of its holds
     * @param p95 what 95 of 100 stay below
     */
    public record UsualHold(int holds, Duration median, Duration p95) {}

    /** As it was read last; empty if too few holds tell, or it was never read. It is read by one of the next {@link #readWanted}. */
    public synchronized Optional<UsualHold> of(String source, String lock) {
        Lock asked = new Lock(source, lock);
        Known found = known.get(asked);
        if (found == null || found.at.plus(GOOD_FOR).isBefore(clock.now())) {
            wanted.add(asked);
        }
        return found == null ? Optional.empty() : found.usual;
    }

    /** Reads what was asked for and is not known, of at most so many locks. Waits for MongoDB. */
    public void readWanted(int most) {
        for (Lock lock : takeWanted(most)) {
            keep(lock, usual(records.of(lock.source(), lock.name(), NEWEST)));
        }
    }

    private synchronized Set<Lock> takeWanted(int most) {
        Set<Lock> some = new LinkedHashSet<>();
        wanted.stream().limit(most).forEach(some::add);
        wanted.removeAll(some);
        return some;
    }

    private synchronized void keep(Lock lock, Optional<UsualHold> usual) {
        known.remove(lock);
        known.put(lock, new Known(usual, clock.now()));
        if (known.size() > MOST) {
            known.remove(known.keySet().iterator().next());
        }
    }

    static Optional<UsualHold> usual(List<HoldRecord> newest) {
        List<Duration> held =
                newest.stream().flatMap(hold -> hold.held().stream()).sorted().toList();
        return held.size() < ENOUGH
                ? Optional.empty()
                : Optional.of(new UsualHold(held.size(), at(held, 50), at(held, 95)));
    }

    private static Duration at(List<Duration> sorted, int percent) {
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }
}
