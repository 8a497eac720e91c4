package io.lockkeeper.console.watch.board;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The live locks in their order: findings first, then most waiters, then longest held. It is kept from one look to the
 * next, so that only locks that changed, or that time alone moves, are sorted in again: sorting 100,000 takes longer than
 * pages can wait. Not thread-safe.
 */
final class BoardOrder {

    private List<Placed> placed = List.of();
    private int held;
    private int waiting;

    /** Applies what changed since the last call. */
    void update(LiveChanges changes, Instant now) {
        long millis = now.toEpochMilli();
        List<Placed> kept = new ArrayList<>(placed.size());
        List<Placed> moved = new ArrayList<>();
        for (Placed each : changes.whole() ? List.<Placed>of() : placed) {
            if (changes.names().contains(each.name())) {
                continue;
            }
            if (each.state.isAt(millis)) {
                kept.add(each);
            } else {
                moved.add(Placed.of(each.lock, now));
            }
        }
        changes.live().forEach(lock -> moved.add(Placed.of(lock, now)));
        Collections.sort(moved);
        placed = merged(kept, moved);
        count();
    }

    List<LockView> locks() {
        List<LockView> locks = new ArrayList<>(placed.size());
        placed.forEach(each -> locks.add(each.lock));
        return locks;
    }

    int held() {
        return held;
    }

    int waiting() {
        return waiting;
    }

    private void count() {
        held = 0;
        waiting = 0;
        for (Placed each : placed) {
            held += each.state.held() ? 1 : 0;
            waiting += each.waiters;
        }
    }

    /** Both are sorted; the second is short, so that its places are searched and what lies between is copied whole. */
    private static List<Placed> merged(List<Placed> many, List<Placed> few) {
        List<Placed> all = new ArrayList<>(many.size() + few.size());
        int from = 0;
        for (Placed each : few) {
            int found = Collections.binarySearch(many.subList(from, many.size()), each);
            int to = from + (found < 0 ? ~found : found);
            all.addAll(many.subList(from, to));
            all.add(each);
            from = to;
        }
        all.addAll(many.subList(from, many.size()));
        return all;
    }

    private record Placed(LockView lock, StandingState state, int waiters, Instant heldSince)
            implements Comparable<Placed> {

        private static final Comparator<Placed> ORDER = Comparator.<Placed>comparingInt(placed -> placed.state.worry())
                .thenComparing(Comparator.comparingInt(Placed::waiters).reversed())
                .thenComparing(Placed::heldSince)
                .thenComparing(Placed::name);

        static Placed of(LockView lock, Instant now) {
            return new Placed(lock, StandingState.of(lock, now), lock.waiters(), lock.heldSince());
        }

        String name() {
            return lock.name();
        }

        @Override
        public int compareTo(Placed other) {
            return ORDER.compare(this, other);
        }
    }
}
