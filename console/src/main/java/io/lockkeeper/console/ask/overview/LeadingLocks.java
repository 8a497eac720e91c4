package io.lockkeeper.console.ask.overview;

import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/** The few locks that lead in something. */
public final class LeadingLocks {

    /** The length of each list. */
    public static final int LISTED = 5;

    static final Comparator<Lock> LONGEST_HELD = Comparator.comparing(Lock::heldSince);
    static final Comparator<Lock> MOST_WAITED =
            Comparator.comparingInt(Lock::waiters).reversed();

    private LeadingLocks() {}

    /** The locks that were held longest first, without kept ones that are idle. */
    public static List<Lock> longestHeld(BoardSnapshot board) {
        Stream<Lock> held = board.locks().stream()
                .filter(lock ->
                        lock.isHeld(board.serverTime()) && !lock.heldSince().equals(Instant.MAX));
        return top(held, LONGEST_HELD);
    }

    /** The locks with the most waiters. */
    public static List<Lock> mostWaited(BoardSnapshot board) {
        Stream<Lock> wanted = board.locks().stream().filter(lock -> lock.waiters() > 0);
        return top(wanted, MOST_WAITED);
    }

    /** The first few in the order, without sorting all. */
    private static List<Lock> top(Stream<Lock> locks, Comparator<Lock> order) {
        PriorityQueue<Lock> best = new PriorityQueue<>(order.reversed());
        locks.forEach(lock -> {
            best.add(lock);
            if (best.size() > LISTED) {
                best.poll();
            }
        });
        return best.stream().sorted(order).toList();
    }
}
