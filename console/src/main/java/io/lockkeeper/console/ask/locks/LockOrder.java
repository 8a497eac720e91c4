package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.watch.board.LockView;
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
    List<LockView> sorted(List<LockView> locks, boolean descending, Function<LockView, JobMark> jobs) {
        IdentityHashMap<LockView, JobMark> marks = new IdentityHashMap<>();
        Comparator<LockView> chosen = ascending(lock -> marks.computeIfAbsent(lock, jobs));
        if (descending) {
            chosen = chosen.reversed();
        }
        return locks.stream()
                .sorted(Comparator.comparing(LockView::foreign)
                        .thenComparing(chosen)
                        .thenComparing(LockView::name))
                .toList();
    }

    private Comparator<LockView> ascending(Function<LockView, JobMark> jobs) {
        return switch (this) {
            case NAME -> Comparator.comparing(LockView::name);
            case HOLDER -> Comparator.comparing(LockOrder::holder);
            case HELD -> Comparator.comparing(LockView::heldSince, Comparator.reverseOrder());
            case LEFT -> Comparator.comparing(lock -> lock.expiresAt().orElse(Instant.MAX));
            case WAITERS -> Comparator.comparingInt(LockView::waiters);
            case TOKEN -> Comparator.comparingLong(LockView::heldToken);
            case JOB -> Comparator.comparing(jobs, JobMark.BY_WORRY);
        };
    }

    private static String holder(LockView lock) {
        return lock.heldBy().isEmpty() ? "\uffff" : lock.heldBy();
    }

    public static Optional<LockOrder> named(String name) {
        return List.of(values()).stream().filter(it -> it.name().equals(name)).findFirst();
    }
}
