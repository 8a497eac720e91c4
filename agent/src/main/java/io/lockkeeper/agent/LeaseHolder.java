package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Holding;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The holder of a lease, as the agent tells it and others of the lease: by its listeners, the observer and the log. */
final class LeaseHolder implements LeaseUser {

    private final Lease lease;
    private final Bid bid;
    private final Supplier<Owner> owner;
    private final Calls calls;
    private final SlowHolds slowHolds;
    private final long grantedAt;
    private final LeaseNotices notices;
    private volatile Holding observed = Holding.IGNORED;

    /** Where {@code lease} is what the holder has of it. */
    LeaseHolder(Lease lease, Bid bid, Supplier<Owner> owner, Calls calls, SlowHolds slowHolds, long grantedAt) {
        this.lease = lease;
        this.bid = bid;
        this.owner = owner;
        this.calls = calls;
        this.slowHolds = slowHolds;
        this.grantedAt = grantedAt;
        this.notices = new LeaseNotices(calls.machine(), calls.options().listener());
    }

    /** The calling thread holds the lease from now on. */
    void begin(LockObserver.Acquiring acquiring, Optional<Owner> previous) {
        observed = acquiring.granted(lease, previous);
        slowHolds.watch(bid, grantedAt);
    }

    /** The lease is no longer held. */
    void end() {
        slowHolds.forget(bid);
    }

    void add(LeaseListener listener) {
        notices.add(listener, lease);
    }

    Duration heldFor() {
        return Duration.ofNanos(calls.now() - grantedAt);
    }

    @Override
    public void late(Duration left) {
        notices.late(lease, left);
    }

    @Override
    public void atRisk(Duration left) {
        notices.atRisk(lease, left);
    }

    @Override
    public void inTime() {
        notices.inTime();
    }

    @Override
    public void longestHoldNear(Duration left) {
        notices.longestHoldNear(lease, left);
    }

    @Override
    public @Nullable LatestUse latestUse() {
        return null;
    }

    @Override
    public void awaited() {
        // it waits for the release
    }

    @Override
    public void lost(LeaseLoss loss) {
        Duration heldFor = heldFor();
        notices.lost(lease, loss);
        observed.lost(loss, heldFor);
        LossLog.lost(calls.machine(), lease, owner.get(), loss, heldFor);
    }

    @Override
    public void released() {
        observed.released(heldFor());
    }
}
