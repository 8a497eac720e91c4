package io.lockkeeper.agent;

import io.lockkeeper.agent.Calls.Call;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.model.Snapshot;
import java.util.Optional;

/**
 * The release of one lease: asks until the server answers, at most until the lease's own end or the agent's answer timeout,
 * and leaves the rest to the background. An interrupt does not stop it, and is kept for the caller.
 */
final class Release {

    private final HeldLease lease;
    private final Calls calls;
    private final Removals removals;
    private boolean interrupted;
    private boolean askedBefore;

    Release(HeldLease lease, Calls calls, Removals removals) {
        this.lease = lease;
        this.calls = calls;
        this.removals = removals;
    }

    /** How the lease ended. */
    LeaseState.Phase run() {
        interrupted = Thread.interrupted();
        try {
            return untilAnswered(calls.now() + calls.options().answerTimeout().toNanos());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private LeaseState.Phase untilAnswered(long giveUpAt) {
        Bid bid = lease.bid();
        while (true) {
            Call call = lingers() ? calls.linger(bid, lease.lingering().atLeast()) : calls.release(bid);
            interrupted |= Thread.interrupted();
            if (call.reply() instanceof Reply.Answered answered) {
                if (!bid.isEndedBy(call.sentAt())) {
                    undoLater();
                }
                return end(answered);
            }
            if (call.reply() instanceof Reply.Refused
                    || lease.state().isPastDeadline()
                    || calls.now() - giveUpAt >= 0) {
                undoLater();
                return new LeaseState.Phase.Released(false);
            }
            askedBefore = true;
            interrupted |= calls.pause().wasInterrupted();
        }
    }

    private boolean lingers() {
        return lease.lingering().isDue(calls.now());
    }

    /** In the background, and not before the lock may be free. */
    private void undoLater() {
        removals.removeAfter(lease.lingering().left(calls.now()), lease.bid());
    }

    private LeaseState.Phase end(Reply.Answered answered) {
        if (lease.state().isPastDeadline()) {
            return new LeaseState.Phase.Lost(new LeaseLoss.Expired());
        }
        Optional<Snapshot> snapshot = answered.snapshot();
        if (answered.ended() || endedHere(snapshot) || isLingering(snapshot)) {
            return new LeaseState.Phase.Released(true);
        }
        // Where the lock is shown as it was some time after, or a remove before this one may have ended the lease,
        // others may have come and gone since: nothing is proven then, neither that it was lost.
        boolean othersSince = askedBefore || !answered.immediate();
        return othersSince && !lease.wasEvictedNow(snapshot)
                ? new LeaseState.Phase.Released(false)
                : new LeaseState.Phase.Lost(lease.gone(snapshot));
    }

    private boolean isLingering(Optional<Snapshot> snapshot) {
        return snapshot.flatMap(each -> each.lock().holder(lease.bid().acquirer()))
                .filter(holder -> holder.evicted() == null)
                .isPresent();
    }

    private boolean endedHere(Optional<Snapshot> snapshot) {
        return snapshot.map(each -> each.lock().released())
                .filter(released -> released.acquirer().equals(lease.bid().acquirer()))
                .filter(released -> released.evicted() == null)
                .isPresent();
    }
}
