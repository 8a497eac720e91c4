package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
        List<Lock> locks,
        List<Lock> free,
        boolean moreFree,
        int held,
        int waiting,
        LockScope scope,
        String notice) {

    /**
     * A board at a moment. Its locks are listed once somebody reads them: there may be many, and a page whose order stands still reads none.
     *
     * @param scope within which all of its locks are
     */
    public static BoardSnapshot of(Board board, Instant now, Freshness freshness, LockScope scope, String notice) {
        BoardCounts counts = board.counts(now);
        return new BoardSnapshot(
                now,
                freshness,
                new Listed(() -> board.inUse(now)),
                new Listed(() -> board.free(now)),
                board.keepsFewFree(),
                counts.held(),
                counts.waiting(),
                scope,
                notice.isEmpty() ? counts.leftOut() : notice);
    }

    /** The empty board of a source that does not exist, or is not read. */
    public static BoardSnapshot none(Instant now, Freshness freshness, LockScope scope, String notice) {
        return new BoardSnapshot(now, freshness, List.of(), List.of(), false, 0, 0, scope, notice);
    }

    private static final class Listed extends AbstractList<Lock> {

        private final Supplier<List<Lock>> read;
        private @Nullable List<Lock> made;

        Listed(Supplier<List<Lock>> read) {
            this.read = read;
        }

        private synchronized List<Lock> made() {
            List<Lock> known = made == null ? read.get() : made;
            made = known;
            return known;
        }

        @Override
        public Lock get(int place) {
            return made().get(place);
        }

        @Override
        public int size() {
            return made().size();
        }

        @Override
        public Iterator<Lock> iterator() {
            return made().iterator();
        }

        @Override
        public Spliterator<Lock> spliterator() {
            return made().spliterator();
        }

        @Override
        public Object[] toArray() {
            return made().toArray();
        }
    }

    /** The part within the scope. */
    BoardSnapshot within(LockScope limit) {
        if (!limit.isLimited()) {
            return this;
        }
        List<Lock> seen = seen(locks, limit);
        return new BoardSnapshot(
                serverTime,
                freshness,
                seen,
                seen(free, limit),
                moreFree,
                (int) seen.stream().filter(lock -> lock.isHeld(serverTime)).count(),
                seen.stream().mapToInt(Lock::waiters).sum(),
                limit,
                notice);
    }

    private static List<Lock> seen(List<Lock> some, LockScope limit) {
        return some.stream().filter(lock -> limit.sees(lock.name())).toList();
    }
}
