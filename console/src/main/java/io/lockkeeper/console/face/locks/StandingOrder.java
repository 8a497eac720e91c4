package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a page lists its locks. It stands still while the user's pointer or focus is in the list, and otherwise changes every
 * few seconds at most, so that no row moves away under a hand. It keeps only the locks' names: anything more would keep old states of the
 * locks in memory while the page is not looked at.
 */
final class StandingOrder {

    static final Duration AT_MOST_EVERY = Duration.ofSeconds(3);

    /** The rest, as a multiple of the time for finding and sorting: of 200,000 locks, changes would otherwise wait for it. */
    private static final Rest REST = new Rest(30, Duration.ZERO, Duration.ofSeconds(10));

    /** While the user's hand is in the list: finding and comparing 100,000 locks takes long. */
    private static final Duration COUNT_EVERY = Duration.ofSeconds(1);

    private final LongSupplier ticker;
    private volatile List<String> shown = List.of();
    private volatile @Nullable LockQuery asked;
    private volatile boolean held;
    private volatile long sortedAt;
    private volatile long takenAt;
    private volatile long rests;
    private List<String> latest = List.of();
    private int changes;

    StandingOrder(LongSupplier ticker) {
        this.ticker = ticker;
        sortedAt = ticker.getAsLong() - AT_MOST_EVERY.toNanos();
        takenAt = sortedAt;
    }

    /**
     * Whether {@link #take} is due: finding and sorting 100,000 locks takes long. May be called on any thread.
     */
    boolean isDue(LockQuery query) {
        return isFirst(query)
                || (ticker.getAsLong() - takenAt >= rests
                        && (held ? hasPassed(COUNT_EVERY, takenAt) : hasPassed(AT_MOST_EVERY, sortedAt)));
    }

    /**
     * Takes the locks in their current order. A new query takes effect at once, anything else when it is due.
     *
     * @param took how long finding and sorting them took
     */
    void take(List<Lock> locks, LockQuery query, Duration took) {
        boolean first = isFirst(query);
        rests = REST.after(took).toNanos();
        asked = query;
        takenAt = ticker.getAsLong();
        latest = locks.stream().map(Lock::name).toList();
        if (first || (!held && hasPassed(AT_MOST_EVERY, sortedAt))) {
            apply();
        } else {
            changes = Moves.between(shown, latest);
        }
    }

    /** The user's pointer or focus entered the list, or left it. */
    void hold(boolean hand) {
        held = hand;
    }

    /** Applies the current order. */
    void apply() {
        if (!shown.equals(latest)) {
            sortedAt = ticker.getAsLong();
        }
        shown = latest;
        changes = 0;
    }

    /** The order in which the locks are listed; the board knows what they are now. */
    List<String> shown() {
        return shown;
    }

    /** How many locks would move, come or go if the order were applied. */
    int changes() {
        return held ? changes : 0;
    }

    private boolean isFirst(LockQuery query) {
        return shown.isEmpty() || !query.equals(asked);
    }

    private boolean hasPassed(Duration time, long since) {
        return ticker.getAsLong() - since >= time.toNanos();
    }

    /** Counts the insertions, removals and moves that turn one list into another. */
    static final class Moves {

        private Moves() {}

        static int between(List<String> from, List<String> to) {
            Map<String, Integer> places = new HashMap<>(from.size() * 2);
            for (int i = 0; i < from.size(); i++) {
                places.put(from.get(i), i);
            }
            int[] common = to.stream()
                    .map(lock -> places.getOrDefault(lock, -1))
                    .filter(place -> place >= 0)
                    .mapToInt(place -> place)
                    .toArray();
            int gone = from.size() - common.length;
            int come = to.size() - common.length;
            return gone + come + common.length - longestRising(common);
        }

        /** How many can stay in place: the length of the longest increasing subsequence. */
        private static int longestRising(int[] places) {
            int[] ends = new int[places.length];
            int length = 0;
            for (int place : places) {
                int found = Arrays.binarySearch(ends, 0, length, place);
                int at = found < 0 ? -found - 1 : found;
                ends[at] = place;
                length = Math.max(length, at + 1);
            }
            return length;
        }
    }
}
