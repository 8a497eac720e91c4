package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.waits.ContradictingOrders;
import io.lockkeeper.console.judge.waits.Deadlock;
import java.time.Instant;
import java.util.List;

/** Findings that involve several locks: deadlocks, and lock orders that can lead to one. */
final class WaitFindings {

    /** The most of these findings, the first. */
    private static final int MOST = 100;

    private WaitFindings() {}

    static List<Detected> deadlocks(List<Deadlock> found, Instant now) {
        return found.stream().limit(MOST).map(it -> deadlock(it, now)).toList();
    }

    static List<Detected> orders(List<ContradictingOrders> found, Instant now) {
        return found.stream().limit(MOST).map(it -> order(it, now)).toList();
    }

    private static Detected deadlock(Deadlock found, Instant now) {
        String evidence = "%s %s %s".formatted(found.sentence(), found.remedy(now), found.end(now));
        List<String> others = found.circle().stream()
                .flatMap(link -> link.locks())
                .filter(name -> !name.equals(found.lock()))
                .distinct()
                .toList();
        return new Detected(Kind.DEADLOCK, LockId.FIRST, found.lock(), found.id(), evidence, others, null);
    }

    private static Detected order(ContradictingOrders found, Instant now) {
        List<String> other = List.of(found.second());
        return new Detected(
                Kind.LOCK_ORDER, LockId.FIRST, found.first(), found.second(), found.sentence(now), other, null);
    }
}
