package io.lockkeeper.console.findings;

import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.waits.ContradictingOrders;
import io.lockkeeper.console.waits.Deadlock;
import io.lockkeeper.console.waits.LockOrders;
import io.lockkeeper.console.waits.Waits;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** What is found of several locks together: deadlocks, and locks taken in orders that can lead to one. */
@Component
class WaitFindings {

    /** Of more, the first are as good as all. */
    private static final int MOST = 100;

    private final Waits waits;
    private final LockOrders orders;

    WaitFindings(Waits waits, LockOrders orders) {
        this.waits = waits;
        this.orders = orders;
    }

    List<Detected> look(List<LockView> locks, Instant now) {
        return Stream.concat(
                        waits.deadlocks(locks, now).stream().limit(MOST).map(it -> deadlock(it, now)),
                        orders.contradictions(now).stream().limit(MOST).map(it -> order(it, now)))
                .toList();
    }

    private static Detected deadlock(Deadlock found, Instant now) {
        String evidence = "%s %s %s".formatted(found.sentence(), found.remedy(now), found.end(now));
        return new Detected(Kind.DEADLOCK, found.lock(), found.id(), evidence);
    }

    private static Detected order(ContradictingOrders found, Instant now) {
        return new Detected(Kind.LOCK_ORDER, found.first(), found.second(), found.sentence(now));
    }
}
