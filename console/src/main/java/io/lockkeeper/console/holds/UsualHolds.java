package io.lockkeeper.console.holds;

import io.lockkeeper.console.board.Remembered;
import io.lockkeeper.console.board.ServerClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** How long locks of other libraries are usually held, as far as it has been read. Thread-safe. */
@Component
public class UsualHolds {

    private static final int MOST = 20_000;
    private static final int NEWEST = 100;
    /** With fewer holds, nothing can be called usual. */
    private static final int ENOUGH = 20;

    private final Remembered<Lock, Optional<UsualHold>> usuals;

    UsualHolds(HoldRecords records, ServerClock clock) {
        usuals = new Remembered<>(lock -> usual(records.of(lock.source(), lock.name(), NEWEST)), clock, MOST);
    }

    private record Lock(String source, String name) {}

    /**
     * What is usual for a lock.
     *
     * @param holds the number of holds that this is based on
     * @param p95 the 95th percentile
     */
    public record UsualHold(int holds, Duration median, Duration p95) {}

    /**
     * The value that was read last; empty if there are too few holds, or it was never read. One of the next {@link #readWanted}
     * reads it.
     */
    public Optional<UsualHold> of(String source, String lock) {
        return usuals.of(new Lock(source, lock)).flatMap(Function.identity());
    }

    /** Reads the values that were asked for and are unknown, for at most this many locks. Waits for MongoDB. */
    public void readWanted(int most) {
        usuals.readWanted(most);
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
