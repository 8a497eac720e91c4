package io.lockkeeper.agent;

import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * Finds one lease in its lock's document, also after the lease has ended. The acquirer by itself does not identify it: if an operator
 * evicted the lease <em>now</em> and a repeated enqueue of the same request landed later, it has another lease.
 */
record LeaseTrace(String acquirer, long token) {

    /** The lease, if it is still there. */
    Optional<Holder> holder(LockDocument lock) {
        return lock.holder(acquirer).filter(holder -> holder.token() == token);
    }

    /** The mark of an operator who evicted the lease, which keeps its place for now. */
    Optional<Eviction> eviction(LockDocument lock) {
        return holder(lock).flatMap(holder -> Optional.ofNullable(holder.evicted()));
    }

    /** Whether the lease was the last that ended there, by an operator who removed it at once. */
    boolean wasEvictedNow(Optional<Snapshot> snapshot) {
        return evictedNow(snapshot).isPresent();
    }

    /** Whether the lease has ended, for the lock is shown as it was at its grant or later, and without it. */
    boolean isGone(LockDocument lock) {
        return lock.token() >= token && holder(lock).isEmpty();
    }

    /** Whether the lease was the last that ended there, and by its own release. */
    boolean wasReleased(Optional<Snapshot> snapshot) {
        return snapshot.map(each -> each.lock().released())
                .filter(released -> released.token() == token)
                .filter(released -> released.evicted() == null)
                .isPresent();
    }

    /** Whether the lease keeps its place, and no operator has marked it. */
    boolean isLive(Optional<Snapshot> snapshot) {
        return snapshot.flatMap(each -> holder(each.lock()))
                .filter(holder -> holder.evicted() == null)
                .isPresent();
    }

    /** Why a lease that is not past its deadline is not in the document any more. */
    LeaseLoss loss(Optional<Snapshot> snapshot) {
        return evictedNow(snapshot)
                .<LeaseLoss>map(LeaseLoss.Evicted::new)
                .orElseGet(
                        () -> new LeaseLoss.TakenOver(snapshot.map(HeldBy::in).orElseGet(List::of)));
    }

    private Optional<Eviction> evictedNow(Optional<Snapshot> snapshot) {
        return snapshot.filter(each -> holder(each.lock()).isEmpty())
                .map(each -> each.lock().released())
                .filter(released -> released.acquirer().equals(acquirer) && released.token() == token)
                .flatMap(released -> Optional.ofNullable(released.evicted()));
    }
}
