package io.lockkeeper.console.face.overview;

import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.LockView;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/** The few locks that lead in something. */
public final class LeadingLocks {

    /** The length of each list. */
    public static final int LISTED = 5;

    static final Comparator<LockView> LONGEST_HELD = Comparator.comparing(LockView::heldSince);
    static final Comparator<LockView> MOST_WAITED =
            Comparator.comparingInt(LockView::waiters).reversed();

    private LeadingLocks() {}

    /** The locks that were held longest first, without kept ones that are idle. */
    public static List<LockView> longestHeld(BoardSnapshot board) {
        Stream<LockView> held = board.locks().stream()
                .filter(lock ->
                        lock.isHeld(board.serverTime()) && !lock.heldSince().equals(Instant.MAX));
        return top(held, LONGEST_HELD);
    }

    /** The locks with the most waiters. */
    public static List<LockView> mostWaited(BoardSnapshot board) {
        Stream<LockView> wanted = board.locks().stream().filter(lock -> lock.waiters() > 0);
        return top(wanted, MOST_WAITED);
    }

    /** The first few in the order, without sorting all. */
    private static List<LockView> top(Stream<LockView> locks, Comparator<LockView> order) {
        PriorityQueue<LockView> best = new PriorityQueue<>(order.reversed());
        locks.forEach(lock -> {
            best.add(lock);
            if (best.size() > LISTED) {
                best.poll();
            }
        });
        return best.stream().sorted(order).toList();
    }
}
