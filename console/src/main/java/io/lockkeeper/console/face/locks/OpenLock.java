package io.lockkeeper.console.face.locks;

import com.mongodb.MongoException;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.board.ScopedBoard;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one lock that a page shows beside its list: as the board knows it, else as it is stored. A free lock that the board
 * does not keep is read once; while MongoDB does not answer, nothing is known of it. Thread-safe.
 */
final class OpenLock {

    private final ScopedBoard board;
    private final LockReader reader;
    private final AgentLives lives;
    private volatile Stored stored = new Stored("", null, false);

    OpenLock(ScopedBoard board, LockReader reader, AgentLives lives) {
        this.board = board;
        this.reader = reader;
        this.lives = lives;
    }

    private record Stored(String name, @Nullable LockView lock, boolean known) {}

    /** What is known without querying MongoDB. */
    LockFacts known(String name, Instant now) {
        Stored read = stored;
        Optional<LockView> found = board.find(name)
                .or(() -> Optional.ofNullable(read.lock)
                        .filter(lock -> lock.name().equals(name)));
        return found.map(lock -> LockFacts.of(lock, board, lives, now))
                .orElseGet(
                        () -> read.known && read.name.equals(name) ? LockFacts.absent(name) : LockFacts.unread(name));
    }

    /** Queries MongoDB if the board does not know the lock. Never call it while holding a page's lock. */
    LockFacts read(String name, Instant now) {
        if (board.find(name).isEmpty() && !(stored.known && stored.name.equals(name))) {
            try {
                stored = new Stored(name, reader.read(board.scope(), name).orElse(null), true);
            } catch (MongoException e) {
                return known(name, now);
            }
        }
        return known(name, now);
    }

    /** Forgets what was read: when a lock is opened again, it may be old. */
    void forget() {
        stored = new Stored("", null, false);
    }
}
