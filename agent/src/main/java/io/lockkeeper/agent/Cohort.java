package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.keeping.Keeper;
import io.lockkeeper.agent.keeping.Keeper.Rest;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Request;
import java.time.Duration;
import java.util.Optional;

/**
 * The callers of one agent that hand a kept lease on to one another, first come, first served, while each of them waits in memory. Once
 * somebody else waits too, that goes on for the cohort's time, and then ends with the current use.
 */
final class Cohort {

    private final KeptLease lease;
    private final Keeper<KeptLease> keeper;
    private final Request granted;
    private final Duration time;
    private final LocalWaiters waiters;
    private final Timer alarms;

    /** Of a lease that is handed on for so long; zero if not at all. */
    Cohort(KeptLease lease, Keeper<KeptLease> keeper, Request granted, Duration time, LocalWaiters waiters) {
        this.lease = lease;
        this.keeper = keeper;
        this.granted = granted;
        this.time = time;
        this.waiters = waiters;
        this.alarms = lease.upkeep().alarms();
    }

    /** Whether that request waits in memory for a lease that is in use. */
    boolean takes(LockRequest asked) {
        return asked.cohort().isPresent() && lease.suits(asked) && keeper.isHandedOn();
    }

    /** How many wait in memory for the next use. Those with a place in the document are counted there. */
    int waiting() {
        return keeper.isHandedOn() ? waiters.countInMemory(lock()) : 0;
    }

    /** Ends that use: the first who waits has the lease, or it rests, or it is to be released. */
    Rest rest(int use) {
        int mine = use;
        while (true) {
            Optional<LocalWaiter> waits = first();
            int next = waits.isPresent() ? next(mine, waits.get()) : -1;
            if (next < 0) {
                Rest rest = keeper.rest(mine, lease.upkeep().calls().now());
                mine = rest == Rest.KEPT && first().isPresent() ? keeper.use() : -1; // they saw it in use
                if (mine < 0) {
                    return rest;
                }
            } else if (handsOn(next)) {
                return Rest.KEPT;
            } else {
                mine = next; // who was first has left
            }
        }
    }

    private int next(int use, LocalWaiter first) {
        if (!lease.lasts() || lease.upkeep().gate().isShut()) {
            keeper.letNobodyFollow();
            return -1;
        }
        lease.goesTo(first.bid().request().owner());
        return keeper.follow(use);
    }

    private boolean handsOn(int use) {
        return first().filter(waiter -> waiter.queue().handOn(waiter, new Handed(use)))
                .isPresent();
    }

    /** The first who waits in memory, if the lease is one for it. */
    private Optional<LocalWaiter> first() {
        return waiters.firstInMemory(lock()).filter(waiter -> isFor(waiter.bid().request()));
    }

    private boolean isFor(Request request) {
        Keep keep = request.keep();
        return keep != null && keep.cohort() && request.ttl().equals(granted.ttl());
    }

    /** For who came while the lease was in use, and may find it idle. */
    void serve() {
        int use = keeper.use();
        if (use >= 0) {
            giveBack(use);
        }
    }

    /** Ends a use that nobody has. */
    private void giveBack(int use) {
        if (rest(use) == Rest.ENDS) {
            var unused = lease.lease().ending().releaseLater();
        }
    }

    /** Somebody else waits from now on. */
    void recalled() {
        if (!time.isZero()) {
            alarms.after(time, this::end);
        }
    }

    /** The current use is the last. Who waits in memory goes into the lock's queue, behind those who wait there. */
    void end() {
        keeper.letNobodyFollow();
        waiters.moveUpLater(lease.upkeep().calls().machine(), lock());
    }

    /** A use that the next who waits has. */
    private final class Handed implements HandedUse {

        private final int number;

        Handed(int number) {
            this.number = number;
        }

        @Override
        public Optional<Lease> take(LockRequest asked, Acquiring acquiring) {
            return Optional.ofNullable(lease.use(number, asked, acquiring));
        }

        @Override
        public void giveBack() {
            Cohort.this.giveBack(number);
        }
    }

    private LockName lock() {
        return lease.lease().bid().lock();
    }
}
