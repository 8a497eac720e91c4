package io.lockkeeper.console.ask.overview;

import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Stream;

/** The few locks that lead in something. */
public final class LeadingLocks {

    /** The length of each list. */
    public static final int LISTED = 5;

    private static final Comparator<Lock> LONGEST_HELD = Comparator.comparing(Lock::heldSince);
    private static final Comparator<Lock> MOST_WAITED =
            Comparator.comparingInt(Lock::waiters).reversed();

    private LeadingLocks() {}

    /** A lock, and where it is. */
    public record Leading(PlacedBoard in, Lock lock) {}

    /** Of all sources, the longest held first; kept ones that are idle are not held. */
    public static List<Leading> longestHeld(List<PlacedBoard> sources) {
        return leading(sources, LeadingLocks::longestHeld, LONGEST_HELD);
    }

    /** Of all sources, those for which most wait. */
    public static List<Leading> mostWaited(List<PlacedBoard> sources) {
        return leading(sources, LeadingLocks::mostWaited, MOST_WAITED);
    }

    /** Those that lead in their source, and of these the first. */
    private static List<Leading> leading(
            List<PlacedBoard> sources, Function<BoardSnapshot, List<Lock>> leaders, Comparator<Lock> order) {
        return sources.stream()
                .flatMap(source -> leaders.apply(source.board()).stream().map(lock -> new Leading(source, lock)))
                .sorted(Comparator.comparing(Leading::lock, order))
                .limit(LISTED)
                .toList();
    }

    private static List<Lock> longestHeld(BoardSnapshot board) {
        Stream<Lock> held = board.locks().stream()
                .filter(lock ->
                        lock.isHeld(board.serverTime()) && !lock.heldSince().equals(Instant.MAX));
        return top(held, LONGEST_HELD);
    }

    private static List<Lock> mostWaited(BoardSnapshot board) {
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
