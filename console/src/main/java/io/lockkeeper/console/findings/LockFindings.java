package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLife;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.Outage;
import io.lockkeeper.console.history.Usual;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.waits.Deadlock;
import io.lockkeeper.console.waits.LockOrders;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is wrong with Lockkeeper's own locks of one collection: looked for in passes, which one thread makes, with what the changes and
 * the passes before told.
 */
final class LockFindings {

    private final Standing standing = new Standing();
    private final PausedWaits pausedWaits = new PausedWaits();
    private final AlwaysExpiring expiring = new AlwaysExpiring();
    private final GrantRates rates = new GrantRates(System::nanoTime);
    private final LockOrders orders = new LockOrders();

    /**
     * What is known of the collection besides its locks.
     *
     * @param life whether a holder's agent lives
     * @param slowHold how long a hold takes that the holder's service calls slow, if it says so
     * @param usual what is usual for a lock
     * @param patience how long a wait may take
     * @param outage the last time in which nothing was known of the locks
     */
    record Known(
            Function<Holder, AgentLife> life,
            Function<Holder, Optional<Duration>> slowHold,
            Function<String, Usual> usual,
            Duration patience,
            Outage outage) {}

    /** A lock changed. May be called on any thread, as may {@link #readAnew}. */
    void changed(LockView lock) {
        rates.seen(lock);
        orders.seen(lock);
    }

    void readAnew(Collection<LockView> locks) {
        orders.readAnew(locks);
    }

    /**
     * Makes one pass.
     *
     * @param locks all that are not free
     * @param now the server's time for which they are complete
     */
    List<Detected> look(List<LockView> locks, Instant now, Known known, List<Deadlock> deadlocks) {
        Sight sight = new Sight(
                locks,
                now,
                known.life(),
                known.slowHold(),
                known.usual(),
                standing::since,
                rates::of,
                lock -> pausedWaits.countsFrom(lock, now),
                known.patience(),
                known.outage());
        List<Detected> found = new ArrayList<>(LockPass.over(sight));
        found.addAll(expiring.look(sight));
        found.addAll(WaitFindings.of(deadlocks, orders.contradictions(now), now));
        standing.endPass();
        pausedWaits.endPass();
        return found;
    }

    /** A pass ends, whether the locks could be judged or not. */
    void endPass() {
        rates.roll();
    }

    /** Since when the thread of this acquirer's lease has stood at the same place, as of the last pass. May be called on any thread. */
    Optional<Instant> standingSince(String acquirer) {
        return standing.lastKnown(acquirer);
    }

    /** The locks that were granted most often in the last whole minute. May be called on any thread. */
    List<Busy> busiest(LockScope scope, int most) {
        return rates.busiest(scope, most);
    }
}
