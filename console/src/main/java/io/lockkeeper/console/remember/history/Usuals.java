package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.Remembered;
import org.springframework.stereotype.Component;

/** The usual lengths for each lock, as far as they were read. Thread-safe. */
@Component
public class Usuals {

    private static final int MOST = 200_000;

    private final Remembered<LockId, Usual> usuals;

    Usuals(History history, ServerClock clock) {
        usuals = new Remembered<>(history::usualOf, clock, MOST);
    }

    /** The usual lengths as last read; nothing if never. One of the next {@link #readWanted} reads them. */
    public Usual of(LockId lock) {
        return usuals.of(lock).orElse(Usual.NOTHING_KNOWN);
    }

    /** Reads what was asked for and is not known, of at most so many locks. Waits for MongoDB. */
    public void readWanted(int most) {
        usuals.readWanted(most);
    }
}
