package io.lockkeeper.console.board;

import io.lockkeeper.console.scope.LockScope;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The board at one moment, as every open page gets it.
 *
 * @param serverTime the moment, by the server's clock: while events lag or nothing is heard of the server, the last one of
 *     which all is known, so that no lease is called late whose touch may only not have been seen
 * @param freshness how far it can be trusted
 * @param locks all that are not free, by worry; what other programs keep beside the locks stands last
 * @param free the locks that became free last
 * @param held how many are held
 * @param waiting how many waiters there are
 * @param scope within which locks: it holds no others, and counts none
 * @param notice what else an operator should know, for example that the members' clocks differ; empty for nothing
 */
public record BoardSnapshot(
        Instant serverTime,
        Freshness freshness,
        List<LockView> locks,
        List<LockView> free,
        int held,
        int waiting,
        LockScope scope,
        String notice) {

    static BoardSnapshot of(
            Instant now,
            Freshness freshness,
            List<LockView> live,
            List<LockView> free,
            List<LockView> foreign,
            String notice) {
        List<Ranked> ranked = live.stream()
                .map(lock -> new Ranked(lock.worry(now), lock))
                .sorted()
                .toList();
        return new BoardSnapshot(
                now,
                freshness,
                Stream.concat(ranked.stream().map(Ranked::lock), foreign.stream())
                        .toList(),
                free,
                (int) live.stream().filter(lock -> lock.isHeld(now)).count(),
                live.stream().mapToInt(LockView::waiters).sum(),
                LockScope.EVERYTHING,
                notice);
    }

    /** What of it is within the scope. */
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
                (int) seen.stream().filter(lock -> lock.isHeld(serverTime)).count(),
                seen.stream().mapToInt(LockView::waiters).sum(),
                limit,
                notice);
    }

    private static List<LockView> seen(List<LockView> some, LockScope limit) {
        return some.stream().filter(lock -> limit.sees(lock.name())).toList();
    }

    /** Findings first, then most waiters, then longest held. */
    private record Ranked(int worry, LockView lock) implements Comparable<Ranked> {

        private static final Comparator<Ranked> ORDER = Comparator.<Ranked>comparingInt(Ranked::worry)
                .thenComparing(it -> it.lock.waiters(), Comparator.reverseOrder())
                .thenComparing(it -> it.lock.heldSince())
                .thenComparing(it -> it.lock.name());

        @Override
        public int compareTo(Ranked other) {
            return ORDER.compare(this, other);
        }
    }
}
