package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.board.Remembered;
import java.util.List;
import org.springframework.stereotype.Component;

/** How long the locks of sources are usually held, as far as it has been read. Thread-safe. */
@Component
public class UsualHolds {

    private static final int MOST = 20_000;
    private static final int NEWEST = 100;

    private final Remembered<Lock, Usual> usuals;

    UsualHolds(HoldRecords records, ServerClock clock) {
        usuals = new Remembered<>(lock -> usual(records.of(lock.source(), lock.name(), NEWEST)), clock, MOST);
    }

    private record Lock(String source, String name) {}

    /** The value that was read last; nothing known if it was never read. One of the next {@link #readWanted} reads it. */
    public Usual of(String source, String lock) {
        return usuals.of(new Lock(source, lock)).orElse(Usual.NOTHING_KNOWN);
    }

    /** Reads the values that were asked for and are unknown, for at most this many locks. Waits for MongoDB. */
    public void readWanted(int most) {
        usuals.readWanted(most);
    }

    static Usual usual(List<HoldRecord> newest) {
        return Usual.ofHolds(newest.stream().map(HoldRecord::held).toList(), (int)
                newest.stream().filter(HoldRecord::ranOut).count());
    }
}
