package io.lockkeeper.console.face.locks;

import com.mongodb.MongoException;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockReader;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Scope;
import org.springframework.stereotype.Component;

/**
 * The one lock that a page shows beside its list: as the board knows it, else as it is stored. A free lock that the board
 * does not keep is read once, one in use that it has no room for every few seconds; while MongoDB does not answer, nothing is known of it.
 * Thread-safe.
 */
@Component
@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
final class OpenLock {

    private final LockReader reader;
    private final AgentLives lives;
    private volatile Stored stored = Stored.NOTHING;

    OpenLock(LockReader reader, AgentLives lives) {
        this.reader = reader;
        this.lives = lives;
    }

    private static final Duration EVERY = Duration.ofSeconds(2);

    private record Stored(LockId id, @Nullable Lock lock, Instant at) {
        static final Stored NOTHING = new Stored(LockId.first(""), null, Instant.EPOCH);

        boolean isOf(LockId asked) {
            return id.equals(asked);
        }
    }

    /** The facts that are known without querying MongoDB. */
    LockFacts known(ScopedBoard board, String name, Instant now) {
        Stored read = stored;
        boolean isRead = read.isOf(board.lock(name));
        Optional<Lock> listed = board.find(name);
        Optional<Lock> found = listed.filter(Lock::isKept)
                .or(() -> Optional.ofNullable(read.lock).filter(lock -> isRead))
                .or(() -> listed.filter(lock -> !isRead));
        return found.map(lock -> LockFacts.of(lock, board, lives, now))
                .orElseGet(
                        () -> isRead || board.hasAll() ? LockFacts.absent(board, name) : LockFacts.unread(board, name));
    }

    /** Queries MongoDB if the board does not know the lock. Never call it while holding a page's lock. */
    LockFacts read(ScopedBoard board, String name, Instant now) {
        LockId id = board.lock(name);
        if (isReadable(board) && isUnknown(board.find(name), id, now)) {
            try {
                stored = new Stored(id, reader.read(board.scope(), id).orElse(null), now);
            } catch (MongoException | RefusedException e) {
                return known(board, name, now);
            }
        }
        return known(board, name, now);
    }

    private boolean isUnknown(Optional<Lock> listed, LockId id, Instant now) {
        boolean isOld =
                !stored.isOf(id) || (listed.isPresent() && stored.at.plus(EVERY).isBefore(now));
        return listed.filter(Lock::isKept).isEmpty() && isOld;
    }

    private static boolean isReadable(ScopedBoard board) {
        return board.dialect().filter(Dialect::hasQueues).isPresent();
    }

    /** Forgets what was read: when a lock is opened again, it may be old. */
    void forget() {
        stored = Stored.NOTHING;
    }
}
