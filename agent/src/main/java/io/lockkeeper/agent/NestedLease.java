package io.lockkeeper.agent;

import static io.lockkeeper.agent.time.Durations.shorter;

import io.lockkeeper.agent.OuterLocks.OuterLock;
import io.lockkeeper.agent.time.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A lease that holds an outer lock as well, and is held while both are. The outer lock is released last: a holder that lost the lease
 * keeps its old clients out until it has stopped.
 */
final class NestedLease implements Lease {

    private final Lease inner;
    private final Losable losable;
    private final OuterLock outer;
    private final Machine machine;
    /** Until when the lock stays taken even if it is released earlier. */
    private volatile long takenUntil;

    private NestedLease(Lease inner, Losable losable, OuterLock outer, Machine machine, Duration shortestHold) {
        this.inner = inner;
        this.losable = losable;
        this.outer = outer;
        this.machine = machine;
        this.takenUntil = machine.nanos() + shortestHold.toNanos();
    }

    static NestedLease of(Lease inner, OuterLock outer, LockRequest asked, Machine machine) {
        NestedLease lease = new NestedLease(
                inner, (Losable) inner, outer, machine, asked.shortestHold().orElse(Duration.ZERO));
        inner.onLoss((lost, loss) -> outer.keepNoLonger());
        outer.onLoss(lease::loseIfOuterIsLost);
        return lease;
    }

    private void loseIfOuterIsLost() {
        outer.loss().ifPresent(why -> losable.lose(new LeaseLoss.OuterLockLost(why)));
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public long token() {
        return inner.token();
    }

    @Override
    public Instant acquiredAt() {
        return inner.acquiredAt();
    }

    @Override
    public Duration remaining() {
        loseIfOuterIsLost();
        Duration left = inner.remaining();
        Duration leftOfOuter = outer.remaining();
        return shorter(left, leftOfOuter);
    }

    @Override
    public boolean isHeld() {
        loseIfOuterIsLost();
        return inner.isHeld();
    }

    @Override
    public Optional<LeaseLoss> loss() {
        loseIfOuterIsLost();
        return inner.loss();
    }

    @Override
    public void renew() {
        loseIfOuterIsLost();
        inner.renew();
    }

    @Override
    public void downgrade() {
        loseIfOuterIsLost();
        inner.downgrade();
    }

    @Override
    public void holdAtMost(Duration fromNow) {
        loseIfOuterIsLost();
        inner.holdAtMost(fromNow);
    }

    @Override
    public void holdAtLeast(Duration fromNow) {
        loseIfOuterIsLost();
        inner.holdAtLeast(fromNow);
        takenUntil = machine.nanos() + fromNow.toNanos();
    }

    @Override
    public boolean release() {
        loseIfOuterIsLost();
        boolean held = inner.release();
        return outer.release(lingering()) && held;
    }

    @Override
    public CompletableFuture<Boolean> releaseAsync() {
        loseIfOuterIsLost();
        return inner.releaseAsync()
                .thenApplyAsync(held -> outer.release(lingering()) && held, this::runOnAThreadOfItsOwn);
    }

    @Override
    public void close() {
        inner.close();
        CompletableFuture<Boolean> ended = inner.releaseAsync();
        if (ended.isDone()) {
            outer.release(lingering());
        } else {
            var unused = ended.thenAcceptAsync(held -> outer.release(lingering()), this::runOnAThreadOfItsOwn);
        }
    }

    private Duration lingering() {
        return Duration.ofNanos(Math.max(0, takenUntil - machine.nanos()));
    }

    private void runOnAThreadOfItsOwn(Runnable action) {
        machine.virtual("lockkeeper-notice", action).start();
    }

    @Override
    public void onLoss(LeaseListener listener) {
        inner.onLoss(new LeaseListener() {
            @Override
            public void lost(Lease lease, LeaseLoss loss) {
                listener.lost(NestedLease.this, loss);
            }

            @Override
            public void longestHoldNear(Lease lease, Duration remaining) {
                listener.longestHoldNear(NestedLease.this, remaining);
            }

            @Override
            public void atRisk(Lease lease, Duration remaining) {
                listener.atRisk(NestedLease.this, remaining);
            }

            @Override
            public void renewalLate(Lease lease, Duration remaining) {
                listener.renewalLate(NestedLease.this, remaining);
            }
        });
    }

    @Override
    public void refusedAsStale() {
        inner.refusedAsStale();
    }

    @Override
    public String toString() {
        return inner.toString();
    }
}
