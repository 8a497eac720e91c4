package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.watch.board.Lock;
import java.time.Instant;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The orders in which locks can be listed; without one, what worries stands first. */
public enum LockOrder {
    NAME,
    HOLDER,
    HELD,
    LEFT,
    WAITERS,
    TOKEN,
    JOB;

    /**
     * Documents that are not locks come last in every order.
     *
     * @param jobs the job behind each lock
     */
    List<Lock> sorted(List<Lock> locks, boolean descending, Function<Lock, JobMark> jobs) {
        IdentityHashMap<Lock, JobMark> marks = new IdentityHashMap<>();
        Comparator<Lock> chosen = ascending(lock -> marks.computeIfAbsent(lock, jobs));
        if (descending) {
            chosen = chosen.reversed();
        }
        return locks.stream()
                .sorted(Comparator.comparing(Lock::isForeign)
                        .thenComparing(chosen)
                        .thenComparing(Lock::name))
                .toList();
    }

    private Comparator<Lock> ascending(Function<Lock, JobMark> jobs) {
        return switch (this) {
            case NAME -> Comparator.comparing(Lock::name);
            case HOLDER -> Comparator.comparing(LockOrder::holder);
            case HELD -> Comparator.comparing(Lock::heldSince, Comparator.reverseOrder());
            case LEFT -> Comparator.comparing(lock -> lock.expiresAt().orElse(Instant.MAX));
            case WAITERS -> Comparator.comparingInt(Lock::waiters);
            case TOKEN -> Comparator.comparingLong(Lock::heldToken);
            case JOB -> Comparator.comparing(jobs, JobMark.BY_WORRY);
        };
    }

    private static String holder(Lock lock) {
        return lock.heldBy().isEmpty() ? "\uffff" : lock.heldBy();
    }

    public static Optional<LockOrder> named(String name) {
        return List.of(values()).stream().filter(it -> it.name().equals(name)).findFirst();
    }
}
