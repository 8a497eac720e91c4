package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.Boards;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** The board for programs: none is answered before it was read, since an empty one would say that no lock is held. */
@Component
final class LiveLocks {

    private final BoardPublisher board;
    private final Boards boards;

    LiveLocks(BoardPublisher board, Boards boards) {
        this.board = board;
        this.boards = boards;
    }

    /**
     * The locks within the scope of the present user.
     *
     * @throws ProblemException if the locks were not read yet
     */
    BoardSnapshot snapshot() {
        BoardSnapshot now = board.snapshot(LockScope.present());
        if (now.freshness().asOf() == null) {
            throw new ProblemException(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "The console has not read the locks yet. Try again in a moment.")
                    .retryAfter(Duration.ofSeconds(1));
        }
        return now;
    }

    /** The lock, if the board knows it. */
    Optional<Lock> find(String lock) {
        return boards.of(LockScope.present(), LockId.FIRST).find(lock);
    }

    static String word(Freshness freshness) {
        return freshness.state().name().toLowerCase(Locale.ROOT);
    }

    /** @throws ProblemException if it is out of its bounds */
    static int limit(int asked, int most) {
        if (asked < 1 || asked > most) {
            throw ProblemException.badRequest(
                    String.format(Locale.ROOT, "limit is %d; it must be from 1 to %d.", asked, most));
        }
        return asked;
    }
}
