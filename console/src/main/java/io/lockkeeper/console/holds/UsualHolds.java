package io.lockkeeper.console.holds;

import io.lockkeeper.console.board.Remembered;
import io.lockkeeper.console.board.ServerClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** How long locks of other libraries are usually held, as far as it was read. Thread-safe. */
@Component
public class UsualHolds {

    private static final int MOST = 20_000;
    private static final int NEWEST = 100;
    /** Fewer tell nothing of what is usual. */
    private static final int ENOUGH = 20;

    private final Remembered<Lock, Optional<UsualHold>> usuals;

    UsualHolds(HoldRecords records, ServerClock clock) {
        usuals = new Remembered<>(lock -> usual(records.of(lock.source(), lock.name(), NEWEST)), clock, MOST);
    }

    private record Lock(String source, String name) {}

    /**
     * What is usual for a lock.
     *
     * @param holds by how many of its holds
     * @param p95 what 95 of 100 stay below
     */
    public record UsualHold(int holds, Duration median, Duration p95) {}

    /** As it was read last; empty if too few holds tell, or it was never read. It is read by one of the next {@link #readWanted}. */
    public Optional<UsualHold> of(String source, String lock) {
        return usuals.of(new Lock(source, lock)).flatMap(Function.identity());
    }

    /** Reads what was asked for and is not known, of at most so many locks. Waits for MongoDB. */
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
