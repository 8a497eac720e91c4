package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.LockState;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Locks whose leases expire nearly always, by their history. Each lock that looks like one on the board is judged, and then remembered,
 * since it may be free or held by the time of the next look. Used by one thread.
 */
final class AlwaysExpiring {

    private static final int FEW_LEASES = 5;
    private static final Duration SHORT_HOLD = Duration.ofSeconds(10);
    /** Longer than from one nightly run to the next. */
    private static final Duration REMEMBERED = Duration.ofDays(2);
    /** The most of these findings: more add nothing. */
    private static final int MOST = 1_000;

    private final Map<String, Instant> seen = new LinkedHashMap<>();

    List<Detected> look(PassInput sight) {
        sight.locks().stream()
                .flatMap(lock -> lock.own().stream())
                .filter(lock -> isSuspect(lock, sight.now()))
                .map(Lock::name)
                .filter(lock -> seen.size() < MOST || seen.containsKey(lock))
                .filter(lock -> isSo(sight.facts().usual().apply(lock)))
                .forEach(lock -> seen.put(lock, sight.now()));
        seen.entrySet()
                .removeIf(each -> each.getValue().plus(REMEMBERED).isBefore(sight.now())
                        || !isSo(sight.facts().usual().apply(each.getKey())));
        return seen.keySet().stream()
                .map(lock -> detected(lock, sight.facts().usual().apply(lock)))
                .toList();
    }

    /** Whether the lock's history is read, which is too much for all: there may be very many. */
    private static boolean isSuspect(Lock lock, Instant now) {
        return lock.waiters() > 0
                || lock.state(now) == LockState.EXPIRED
                || lock.holders().stream()
                        .anyMatch(it -> it.acquiredAt().plus(SHORT_HOLD).isBefore(now));
    }

    private static boolean isSo(Usual usual) {
        return usual.leases() >= FEW_LEASES && usual.ranOut() * 10 >= usual.leases() * 9;
    }

    private static Detected detected(String lock, Usual usual) {
        return new Detected(
                Kind.ALWAYS_EXPIRES,
                lock,
                "",
                String.format(Locale.ROOT, "Of the last %d leases, %d expired.", usual.leases(), usual.ranOut()));
    }
}
