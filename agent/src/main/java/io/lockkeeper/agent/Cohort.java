package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.keeping.Keeper;
import io.lockkeeper.agent.keeping.Keeper.Rest;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.waiting.LocalWaiter;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Request;
import java.time.Duration;
import java.util.Optional;

/**
 * Hands a kept lease on among the callers of one agent that wait in memory, first come, first served. Once another agent wants the lock,
 * the hand-overs go on for the cohort's time; the lease is then released at the end of the current use.
 */
final class Cohort {

    private final KeptLease lease;
    private final Keeper<KeptLease> keeper;
    private final Request granted;
    private final Duration time;
    private final LocalWaiters waiters;
    private final Timer alarms;

    /** A use of a kept lease, as it is handed to a caller that waits in memory. */
    interface HandedUse extends LocalWaiter.Use {

        /** Takes the use; empty if the lease has ended in the meantime. */
        Optional<Lease> take(LockRequest asked, Acquiring acquiring);
    }

    /** Hands on the lease for {@code time} after its first recall; not at all if that is zero. */
    Cohort(KeptLease lease, Keeper<KeptLease> keeper, Request granted, Duration time, LocalWaiters waiters) {
        this.lease = lease;
        this.keeper = keeper;
        this.granted = granted;
        this.time = time;
        this.waiters = waiters;
        this.alarms = lease.upkeep().alarms();
    }

    /** Whether a request that finds the lease in use waits for it in memory. */
    boolean takes(LockRequest asked) {
        return asked.cohort().isPresent() && lease.suits(asked) && keeper.isHandedOn();
    }

    /** The number of callers that wait in memory for the next use. Those with a place in the document are counted there. */
    int waiting() {
        return keeper.isHandedOn() ? waiters.countInMemory(lock()) : 0;
    }

    /**
     * Ends a use. The lease passes to the first waiter in memory; without one it rests. It is to be released if it cannot pass on, or if
     * that waiter asked for something else, which it gets only once this agent has no lease of the lock.
     */
    Rest rest(int use) {
        int mine = use;
        while (true) {
            Optional<LocalWaiter> waits = waiters.firstInMemory(lock());
            int next = waits.isPresent() ? next(mine, waits.get()) : -1;
            if (next < 0) {
                Rest rest = keeper.rest(mine, lease.upkeep().server().now());
                mine = rest == Rest.KEPT && waiters.firstInMemory(lock()).isPresent()
                        ? keeper.use()
                        : -1; // a waiter came that saw the lease in use
                if (mine < 0) {
                    return rest;
                }
            } else if (handsOn(next)) {
                return Rest.KEPT;
            } else {
                mine = next; // the first waiter has left
            }
        }
    }

    private int next(int use, LocalWaiter first) {
        boolean passes = isFor(first.bid().request()) && lease.lasts();
        if (!passes || lease.upkeep().gate().isShut()) {
            var unused = keeper.letNobodyFollow(use); // false where another thread has ended the use
            return -1;
        }
        lease.goesTo(first.bid().request().owner());
        return keeper.follow(use);
    }

    private boolean handsOn(int use) {
        return waiters.firstInMemory(lock())
                .filter(waiter -> isFor(waiter.bid().request()))
                .filter(waiter -> waiter.queue().handOn(waiter, new Handed(use)))
                .isPresent();
    }

    /** Whether the lease is what the request asks for. */
    private boolean isFor(Request request) {
        Keep keep = request.keep();
        return keep != null && keep.cohort() && request.ttl().equals(granted.ttl());
    }

    /** Serves a waiter that saw the lease in use, in case the use has ended since. */
    void serve() {
        int use = keeper.use();
        if (use >= 0) {
            giveBack(use);
        }
    }

    /** Ends a use that no caller has taken. */
    private void giveBack(int use) {
        if (rest(use) == Rest.ENDS) {
            var unused = lease.lease().ending().releaseLater();
        }
    }

    /** Another agent wants the lock: the cohort's time begins. */
    void recalled() {
        if (!time.isZero()) {
            alarms.after(time, this::end);
        }
    }

    /** Makes the current use the last. The waiters in memory join the lock's queue, behind those already there. */
    void end() {
        keeper.letNobodyFollow();
        waiters.moveUpLater(lease.upkeep().server().machine(), lock());
    }

    /** A use that is on offer to the next waiter. */
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
