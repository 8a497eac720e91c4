package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import java.time.Duration;
import java.util.Optional;

/** Acquiring by waiting one's turn in the lock's queue. Whatever ends a wait without a lease leaves nothing behind. */
final class Queueing {

    private final Calls calls;
    private final Waits waits;
    private final Renewals renewals;
    private final Removals removals;
    private final Leases leases;
    private final Runnable listen;

    /** Where {@code listen} makes sure that the agent's stream is open. */
    Queueing(Calls calls, Waits waits, Renewals renewals, Removals removals, Leases leases, Runnable listen) {
        this.calls = calls;
        this.waits = waits;
        this.renewals = renewals;
        this.removals = removals;
        this.leases = leases;
        this.listen = listen;
    }

    Lease acquire(LockRequest asked, Acquiring acquiring) throws InterruptedException {
        Duration longestWait = asked.longestWait().orElse(LockRequest.A_YEAR);
        long giveUpAt = calls.now() + longestWait.toNanos();
        while (true) {
            Wait wait = new Wait(calls.bid(asked, acquiring), calls.ticker(), calls.machine(), believes(asked));
            Turn turn = new Turn(calls, wait, longestWait, giveUpAt, behind -> queued(wait, behind));
            Optional<HeldLease> lease = acquire(wait, turn, asked);
            if (lease.isPresent()) {
                return lease.get();
            }
        }
    }

    /** The lease; nothing if it was granted and had ended before its grant was known, which uses the request up. */
    private Optional<HeldLease> acquire(Wait wait, Turn turn, LockRequest asked) throws InterruptedException {
        boolean granted = false;
        waits.add(wait);
        try {
            Grant grant = turn.await();
            granted = true;
            return leases.granted(wait.bid(), grant, asked);
        } finally {
            waits.remove(wait);
            renewals.forget(wait);
            if (!granted && wait.bid().wasSent()) {
                removals.remove(wait.bid());
            }
        }
    }

    /**
     * How much of the claim time must be left where a grant is believed at its event: enough to be touched in time. One that the agent
     * does not touch is never believed.
     */
    private Duration believes(LockRequest asked) {
        return asked.isRenewedByAgent() ? calls.options().clockSkewAllowance().multipliedBy(5) : LockRequest.A_YEAR;
    }

    private void queued(Wait wait, Attempt.Refused behind) {
        renewals.keep(wait, calls.now());
        listen.run();
        wait.bid().acquiring().queued(behind);
    }
}
