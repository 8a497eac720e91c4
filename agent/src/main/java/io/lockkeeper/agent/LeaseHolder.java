package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Holding;
import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.upkeep.SlowHolds;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The holder of a lease, whom the agent notifies through its listeners, the observer and the log. */
final class LeaseHolder implements LeaseUser {

    private final Lease lease;
    private final Bid bid;
    private final Supplier<Owner> owner;
    private final Upkeep upkeep;
    private final long grantedAt;
    /** Made when there is something to notify, or a listener: most uses of a kept lease end before that. */
    private final AtomicReference<@Nullable LeaseNotices> notices = new AtomicReference<>();
    /** Null where there is no observer. */
    private volatile @Nullable Holding observed;

    /**
     * The parts of the agent that holders use.
     *
     * @param listener that of the agent's options
     * @param slowHolds null unless the options ask for them
     */
    record Upkeep(
            Server server, LeaseListener listener, @Nullable SlowHolds slowHolds) {}

    /** @param lease the holder's view of it */
    LeaseHolder(Lease lease, Bid bid, Supplier<Owner> owner, Upkeep upkeep, long grantedAt) {
        this.lease = lease;
        this.bid = bid;
        this.owner = owner;
        this.upkeep = upkeep;
        this.grantedAt = grantedAt;
    }

    /** The calling thread holds the lease from now on. */
    void begin(LockObserver.Acquiring acquiring, Optional<Owner> previous) {
        Holding holding = acquiring.granted(lease, previous);
        if (!Holding.IGNORED.equals(holding)) {
            observed = holding;
        }
        SlowHolds slowHolds = upkeep.slowHolds();
        if (slowHolds != null) {
            slowHolds.watch(bid, grantedAt);
        }
    }

    /** The lease is no longer held. */
    void end() {
        SlowHolds slowHolds = upkeep.slowHolds();
        if (slowHolds != null) {
            slowHolds.forget(bid);
        }
    }

    void add(LeaseListener listener) {
        notices().add(listener, lease);
    }

    Duration heldFor() {
        return Duration.ofNanos(upkeep.server().now() - grantedAt);
    }

    @Override
    public void late(Duration left) {
        notices().late(lease, left);
    }

    @Override
    public void atRisk(Duration left) {
        notices().atRisk(lease, left);
    }

    @Override
    public void inTime() {
        LeaseNotices made = notices.get();
        if (made != null) {
            made.inTime();
        }
    }

    @Override
    public void longestHoldNear(Duration left) {
        notices().longestHoldNear(lease, left);
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
        notices().lost(lease, loss);
        Holding observer = observed;
        if (observer != null) {
            observer.lost(loss, heldFor);
        }
        LossLog.lost(upkeep.server().machine(), lease, owner.get(), loss, heldFor);
    }

    @Override
    public void released() {
        Holding observer = observed;
        if (observer != null) {
            observer.released(heldFor());
        }
    }

    private LeaseNotices notices() {
        LeaseNotices made = notices.get();
        if (made != null) {
            return made;
        }
        LeaseNotices mine = new LeaseNotices(upkeep.server().machine(), upkeep.listener());
        return notices.compareAndSet(null, mine) ? mine : notices();
    }
}
