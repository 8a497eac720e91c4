package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The waits of one collection: computed at most once a second, and less often if it takes long. Thread-safe. */
final class CollectionWaits {

    private static final Duration EVERY = Duration.ofSeconds(1);
    /** A tenth of one core. */
    private static final Rest REST = new Rest(10, EVERY, Duration.ofSeconds(10));

    private final Map<String, Instant> seenSince = new HashMap<>();
    private final Map<LockScope, WaitPicture> narrowed = new HashMap<>();
    private List<Lock> of = List.of();
    private WaitPicture latest = WaitPicture.NONE;

    /**
     * The picture for a user limited to the scope: relevant locks outside it are included without their names.
     *
     * @param locks all that are not free; called only where the latest picture is too old
     */
    synchronized WaitPicture of(LockScope scope, Supplier<List<Lock>> locks, Instant asOf) {
        WaitPicture all = of(locks, asOf);
        return scope.isLimited()
                ? narrowed.computeIfAbsent(scope, limit -> new ScopeMask(limit).picture(of, all))
                : all;
    }

    synchronized WaitPicture of(Supplier<List<Lock>> locks, Instant asOf) {
        if (isOld(asOf)) {
            of = locks.get();
            narrowed.clear();
            latest = confirmed(WaitPicture.of(of, asOf));
        }
        return latest;
    }

    private boolean isOld(Instant asOf) {
        return Duration.between(latest.asOf(), asOf).abs().compareTo(REST.after(latest.took())) >= 0;
    }

    /** Drops deadlocks that were not there a second ago: a waiter that is just giving up may still seem to wait. */
    private WaitPicture confirmed(WaitPicture picture) {
        Map<String, Deadlock> found = new HashMap<>();
        picture.deadlocks().forEach(deadlock -> found.put(deadlock.id(), deadlock));
        seenSince.keySet().retainAll(found.keySet());
        found.keySet().forEach(id -> seenSince.putIfAbsent(id, picture.asOf()));
        return picture.with(picture.deadlocks().stream()
                .filter(deadlock -> isSeenTwice(deadlock, picture.asOf()))
                .toList());
    }

    private boolean isSeenTwice(Deadlock deadlock, Instant asOf) {
        Instant first = seenSince.getOrDefault(deadlock.id(), asOf);
        return !first.plus(EVERY).isAfter(asOf);
    }
}
