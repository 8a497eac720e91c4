package io.lockkeeper.console.waits;

import io.lockkeeper.console.board.Board;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Who waits for whom, shared by all pages and the findings: computed at most once a second, and less often if it takes long.
 * Thread-safe.
 */
@Component
public class Waits {

    private static final Duration EVERY = Duration.ofSeconds(1);
    /** How much of one core computing may use: a tenth. */
    private static final int REST_FACTOR = 10;

    private final Map<String, Instant> seenSince = new HashMap<>();
    private final Board board;
    private final Map<LockScope, WaitPicture> narrowed = new HashMap<>();
    private List<LockView> of = List.of();
    private WaitPicture latest = WaitPicture.NONE;

    Waits(Board board) {
        this.board = board;
    }

    /**
     * Deadlocks confirmed by two readings at least a second apart.
     *
     * @param locks all that are not free
     * @param asOf the server's time for which they are complete
     */
    public List<Deadlock> deadlocks(List<LockView> locks, Instant asOf) {
        return of(locks, asOf).deadlocks();
    }

    /** What there is to see beyond a lock's own holders and queue, in a sentence; empty for nothing. */
    public Optional<String> beyond(LockScope scope, String lock, Instant asOf) {
        return of(scope, asOf).beyond(lock);
    }

    /** The picture for a user limited to the scope: relevant locks outside it are included without their names. */
    public synchronized WaitPicture of(LockScope scope, Instant asOf) {
        if (isOld(asOf)) {
            look(board.live(), asOf);
        }
        WaitPicture all = latest;
        return scope.isLimited() ? narrowed.computeIfAbsent(scope, limit -> new Unnaming(limit).picture(of, all)) : all;
    }

    synchronized WaitPicture of(List<LockView> locks, Instant asOf) {
        if (isOld(asOf)) {
            look(locks, asOf);
        }
        return latest;
    }

    private void look(List<LockView> locks, Instant asOf) {
        of = locks;
        narrowed.clear();
        latest = confirmed(WaitPicture.of(locks, asOf));
    }

    private boolean isOld(Instant asOf) {
        Duration rest = latest.took().multipliedBy(REST_FACTOR);
        return Duration.between(latest.asOf(), asOf).abs().compareTo(rest.compareTo(EVERY) > 0 ? rest : EVERY) >= 0;
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
