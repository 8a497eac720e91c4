package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.keeping.RecallBudget;
import io.lockkeeper.agent.waiting.LocalWaiters;
import java.time.Duration;
import java.util.Optional;

/**
 * Acquires a lock, and waits in its queue where it has to. The request goes to the server at once, unless other callers of the agent wait for
 * the lock; only one that is not granted at once becomes a {@link QueuedWait}. A request that ends without a lease leaves nothing behind.
 */
final class QueuedAcquire implements Acquirer {

    private final Server server;
    private final LocalWaiters waiters;
    private final LeaseUpkeep upkeep;
    private final BackgroundReleases releases;
    private final Grants grants;
    private final TryAcquire tryAcquire;

    QueuedAcquire(LocalWaiters waiters, LeaseUpkeep upkeep, Grants grants, TryAcquire tryAcquire) {
        this.server = upkeep.server();
        this.waiters = waiters;
        this.upkeep = upkeep;
        this.releases = upkeep.releases().background();
        this.grants = grants;
        this.tryAcquire = tryAcquire;
    }

    @Override
    public Attempt attempt(LockRequest asked, Acquiring acquiring, RecallBudget recall) throws InterruptedException {
        return tryAcquire.attempt(asked, acquiring, recall);
    }

    @Override
    public Lease acquire(LockRequest asked, Acquiring acquiring) throws InterruptedException {
        Duration longestWait = asked.longestWait().orElse(LockRequest.A_YEAR);
        long giveUpAt = server.now() + longestWait.toNanos();
        while (true) {
            Optional<Lease> again = grants.again(asked, acquiring);
            if (again.isPresent()) {
                return again.get();
            }
            Bid bid = grants.bid(asked, acquiring);
            Optional<Lease> lease = acquire(bid, asked, acquiring, longestWait, giveUpAt);
            if (lease.isPresent()) {
                return lease.get();
            }
        }
    }

    /** The lease; nothing if it had ended before the agent learned of its grant. The acquirer is used up then. */
    private Optional<Lease> acquire(
            Bid bid, LockRequest asked, Acquiring acquiring, Duration longestWait, long giveUpAt)
            throws InterruptedException {
        upkeep.open().begin(bid);
        try {
            if (!asksFirst(bid)) {
                return queuedWait(bid, asked, acquiring, longestWait, giveUpAt).acquire(asked);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            ServerCall call = server.enqueue(bid, bid.enqueue(0), server.patience(giveUpAt));
            Optional<Grant> grant = Grant.of(bid, call).filter(Grant::counts);
            return grant.isPresent()
                    ? grants.granted(bid, grant.get(), asked, acquiring)
                    : queuedWait(bid, asked, acquiring, longestWait, giveUpAt).acquireAfter(call, asked);
        } catch (LockException e) {
            throw e; // the wait has undone what it left
        } catch (RuntimeException | Error e) {
            undo(bid);
            throw e;
        } finally {
            waiters.hasAsked(bid);
            upkeep.open().end(bid);
        }
    }

    /**
     * Goes on with a request that the process before this one has made, as the answer to a touch shows it. If it is not in the queue any more, it is
     * made once more, as another.
     */
    Lease goOn(Bid bid, ServerCall touched, LockRequest asked, Acquiring acquiring) throws InterruptedException {
        Duration longestWait = asked.longestWait().orElse(LockRequest.A_YEAR);
        upkeep.open().begin(bid);
        try {
            Optional<Lease> lease = queuedWait(bid, asked, acquiring, longestWait, server.now() + longestWait.toNanos())
                    .goOn(touched, asked);
            if (lease.isPresent()) {
                return lease.get();
            }
        } catch (QueuedWait.NotQueuedException e) {
            // its wait has removed it
        } finally {
            upkeep.open().end(bid);
        }
        return acquire(asked, acquiring);
    }

    /** A call that failed unexpectedly may have left an entry. */
    private void undo(Bid bid) {
        if (bid.isUncertain()) {
            upkeep.removals().remove(bid);
        }
    }

    /** Whether the request asks at once: not behind a release or other callers of the agent, nor if the lease may be kept. */
    private boolean asksFirst(Bid bid) {
        return bid.request().keep() == null && releases.isNone(bid.lock()) && waiters.asksFirst(bid);
    }

    private QueuedWait queuedWait(
            Bid bid, LockRequest asked, Acquiring acquiring, Duration longestWait, long giveUpAt) {
        return new QueuedWait(
                waiters.waiter(bid, asked.isRenewedByAgent()),
                acquiring,
                longestWait,
                giveUpAt,
                waiters,
                upkeep,
                grants);
    }
}
