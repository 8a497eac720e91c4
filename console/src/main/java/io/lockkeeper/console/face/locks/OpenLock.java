package io.lockkeeper.console.face.locks;

import com.mongodb.MongoException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one lock that a page shows beside its list: as the board knows it, else as it is stored. A free lock that the board
 * does not keep is read once; while MongoDB does not answer, nothing is known of it. Thread-safe.
 */
final class OpenLock {

    private final LockReader reader;
    private final AgentLives lives;
    private volatile Stored stored = Stored.NOTHING;

    OpenLock(LockReader reader, AgentLives lives) {
        this.reader = reader;
        this.lives = lives;
    }

    private record Stored(LockId id, @Nullable LockView lock) {
        static final Stored NOTHING = new Stored(LockId.first(""), null);
    }

    /** What is known without querying MongoDB. */
    LockFacts known(ScopedBoard board, String name, Instant now) {
        Stored read = stored;
        boolean isRead = read.id.equals(board.lock(name));
        Optional<LockView> found =
                board.find(name).or(() -> Optional.ofNullable(read.lock).filter(lock -> isRead));
        return found.map(lock -> LockFacts.of(lock, board, lives, now))
                .orElseGet(
                        () -> isRead || board.hasAll() ? LockFacts.absent(board, name) : LockFacts.unread(board, name));
    }

    /** Queries MongoDB if the board does not know the lock. Never call it while holding a page's lock. */
    LockFacts read(ScopedBoard board, String name, Instant now) {
        LockId id = board.lock(name);
        if (isReadable(board) && board.find(name).isEmpty() && !stored.id.equals(id)) {
            try {
                stored = new Stored(id, reader.read(board.scope(), id).orElse(null));
            } catch (MongoException | RefusedException e) {
                return known(board, name, now);
            }
        }
        return known(board, name, now);
    }

    private static boolean isReadable(ScopedBoard board) {
        return board.dialect().filter(Dialect::hasQueues).isPresent();
    }

    /** Forgets what was read: when a lock is opened again, it may be old. */
    void forget() {
        stored = Stored.NOTHING;
    }
}
