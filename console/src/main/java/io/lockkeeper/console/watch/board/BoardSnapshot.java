package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/**
 * The board at one moment, as every open page gets it.
 *
 * @param serverTime the moment, by the server's clock: while events lag or nothing is heard of the server, the last one of
 *     which all is known, so that no lease is called late whose touch may only not have been seen
 * @param freshness how far it can be trusted
 * @param locks all that are not free, by worry; what other programs keep beside the locks stands last
 * @param free the locks that became free last
 * @param moreFree whether the board keeps no more of these than it has, so that others may be free as well
 * @param held how many are held
 * @param waiting how many waiters there are
 * @param scope the locks that it contains and counts
 * @param notice what else an operator should know, for example that the members' clocks differ; otherwise empty
 */
public record BoardSnapshot(
        Instant serverTime,
        Freshness freshness,
        List<LockView> locks,
        List<LockView> free,
        boolean moreFree,
        int held,
        int waiting,
        LockScope scope,
        String notice) {

    static BoardSnapshot of(
            Instant now,
            Freshness freshness,
            BoardOrder order,
            List<LockView> free,
            List<LockView> foreign,
            String notice) {
        List<LockView> locks = order.locks();
        locks.addAll(foreign);
        return new BoardSnapshot(
                now,
                freshness,
                Collections.unmodifiableList(locks),
                free,
                free.size() >= Board.FREE_KEPT,
                order.held(),
                order.waiting(),
                LockScope.EVERYTHING,
                notice);
    }

    /** The part within the scope. */
    BoardSnapshot within(LockScope limit) {
        if (!limit.isLimited()) {
            return this;
        }
        List<LockView> seen = seen(locks, limit);
        return new BoardSnapshot(
                serverTime,
                freshness,
                seen,
                seen(free, limit),
                moreFree,
                (int) seen.stream().filter(lock -> lock.isHeld(serverTime)).count(),
                seen.stream().mapToInt(LockView::waiters).sum(),
                limit,
                notice);
    }

    private static List<LockView> seen(List<LockView> some, LockScope limit) {
        return some.stream().filter(lock -> limit.sees(lock.name())).toList();
    }
}
