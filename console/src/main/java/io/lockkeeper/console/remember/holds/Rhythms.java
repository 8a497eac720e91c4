package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.watch.board.Remembered;
import org.springframework.stereotype.Component;

/** The usual intervals and runs of sources' locks, as far as they have been read. Thread-safe. */
@Component
public class Rhythms {

    private static final int MOST = 20_000;
    private static final int NEWEST = 100;

    private final Remembered<LockId, Rhythm> known;

    Rhythms(History history, ServerClock clock) {
        known = new Remembered<>(lock -> Rhythm.of(history.newestOf(lock, NEWEST)), clock, MOST);
    }

    /** The rhythm as last read; unknown if never. One of the next {@link #readWanted} reads it. */
    public Rhythm of(LockId lock) {
        return known.of(lock).orElse(Rhythm.UNKNOWN);
    }

    /** Reads what was asked for and is unknown, for at most this many locks. Waits for MongoDB. */
    public void readWanted(int most) {
        known.readWanted(most);
    }
}
