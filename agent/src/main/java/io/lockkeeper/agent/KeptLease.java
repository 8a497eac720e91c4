package io.lockkeeper.agent;

import io.lockkeeper.agent.keeping.Keeper;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lease that stays with its agent after its release: {@link KeptUse}s of it follow one another, each with the next of its tokens, until
 * somebody else wants the lock. It is renewed, evicted and lost as any lease, of which the current use is notified.
 */
final class KeptLease implements LeaseUser, LeaseKeeping.Recallable {

    private final HeldLease lease;
    private final Bid bid;
    private final LeaseUpkeep upkeep;
    private final Timer background;
    private final LeaseKeeping<KeptLease> keeping;
    private final Keeper<KeptLease> keeper;
    private final Cohort cohort;
    private final Duration keep;
    private final long grantedAt;
    private final long fewestNanos;
    private final KeptUse first;
    private volatile KeptUse current;
    /** Who has it, or is about to. */
    private volatile Owner user;

    /** The lease of a grant that may be kept. Its first use is that of the request. */
    KeptLease(Bid bid, Grant grant, LockRequest asked, KeptUpkeep parts, Keep keep) {
        this.bid = bid;
        this.upkeep = parts.upkeep();
        this.background = parts.background();
        this.keeping = parts.keeping();
        this.keep = keep.time();
        this.grantedAt = grant.touchedAt();
        this.fewestNanos = grant.time().toNanos() / 3;
        this.lease = new HeldLease(bid, grant, asked, upkeep, this);
        Duration handedOn = asked.cohort().orElse(Duration.ZERO);
        this.keeper = keeping.keeper(
                bid.lock(), bid.acquirer(), keep.tokens(), !this.keep.isZero(), !handedOn.isZero(), this);
        this.cohort = new Cohort(this, keeper, bid.request(), handedOn, parts.waiters());
        this.first = new KeptUse(this, 0, asked, grantedAt);
        this.current = first;
        this.user = bid.request().owner();
    }

    HeldLease lease() {
        return lease;
    }

    LeaseUpkeep upkeep() {
        return upkeep;
    }

    Keeper<KeptLease> keeper() {
        return keeper;
    }

    Cohort cohort() {
        return cohort;
    }

    /** Starts its upkeep and its first use. */
    KeptUse begin(Grant grant, LockRequest asked) {
        first.begin(bid.acquiring(), grant.previous());
        lease.begin(asked);
        keeping.keep(keeper, keep, grant.touchedAt(), grant.alone());
        return first;
    }

    /** Whether a request may use it: one that would have the same from the server. */
    boolean suits(LockRequest asked) {
        Duration ttl = asked.ttl().orElse(upkeep.calls().options().ttl());
        return asked.keep().isPresent() && ttl.equals(bid.request().ttl());
    }

    /** Whether enough of it is left for another use: a third of what it was granted for. */
    boolean lasts() {
        return lease.remainingNanos() > fewestNanos;
    }

    /** Whether somebody uses it. */
    boolean isInUse() {
        return keeper.isInUse() && lease.isHeld();
    }

    /**
     * Another use, unless there is none now: then the request waits here, or the lease is recalled.
     */
    @Nullable
    KeptUse again(LockRequest asked, LockObserver.Acquiring acquiring) {
        int number = suits(asked) && lasts() ? keeper.use() : -1;
        if (number >= 0) {
            return use(number, asked, acquiring);
        }
        if (!cohort.takes(asked)) {
            awaitRecalled();
        }
        return null;
    }

    /** The use of that number, which is the caller's; null if the lease has ended in between. */
    @Nullable
    KeptUse use(int number, LockRequest asked, LockObserver.Acquiring acquiring) {
        KeptUse use = new KeptUse(this, number, asked, upkeep.calls().now());
        current = use;
        user = use.owner();
        keeping.used();
        if (!lease.isHeld()) { // it stood still in between, or the lease was lost
            lease.expireIfPast();
            return null;
        }
        if (upkeep.gate().isShut()) {
            var unused = lease.release();
            throw new LockUnavailableException(bid.lock().value(), Gate.CLOSED, null);
        }
        use.begin(acquiring, Optional.of(bid.request().owner()));
        return use;
    }

    /**
     * Has the agent's own thread recall it, and waits for that alone: if the calling thread stood still in the middle of it, others that wait
     * for the release would wait for that thread.
     */
    void awaitRecalled() {
        CompletableFuture<Void> recalled = new CompletableFuture<>();
        upkeep.alarms().after(Duration.ZERO, () -> {
            recall();
            recalled.complete(null);
        });
        if (upkeep.gate().isShut()) {
            return; // its closing has recalled the lease, and ends that thread
        }
        try {
            var unused = upkeep.calls()
                    .machine()
                    .await(recalled, upkeep.calls().options().answerTimeout().toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the request finds that, too
        }
    }

    /** Has it end with the current use, or the last that follows. On a thread of the agent's. */
    @Override
    public void recall() {
        noted(() -> switch (keeper.recall()) {
            case IDLE -> release();
            case IN_USE -> {
                cohort.recalled();
                background.after(Duration.ZERO, this::endKeep);
                yield CompletableFuture.completedFuture(true);
            }
            case BEFORE -> CompletableFuture.completedFuture(true);
        });
    }

    @Override
    public void free() {
        noted(() -> keeper.isFreed() ? release() : CompletableFuture.completedFuture(true));
    }

    /** A request of this agent that finds it ended waits for its release, which was noted before. */
    private void noted(Supplier<CompletableFuture<Boolean>> end) {
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        upkeep.releases().background().note(bid.lock(), over, () -> over.complete(false));
        var unused = end.get().whenComplete((held, failure) -> over.complete(true));
    }

    /** Nobody uses it: the agent sends the release. Completes when that has ended. */
    private CompletableFuture<Boolean> release() {
        keeping.forget(keeper);
        CompletableFuture<Boolean> released = lease.ending().releaseLater();
        cohort.end();
        return released;
    }

    /** Who tries the lock from now on is refused at once. Asked until it is answered. */
    private void endKeep() {
        if (keep.isZero()) {
            return; // the document does not say that it stays
        }
        if (lease.isHeld() || lease.loss().filter(LeaseState::leavesTimeToStop).isPresent()) {
            ServerCall call = upkeep.calls().endKeep(bid);
            if (call.reply() instanceof Reply.Unknown) {
                background.after(upkeep.calls().pause().afterFailure(), this::endKeep);
            }
        }
    }

    /** The current use, for those who are refused. */
    HeldBy heldBy() {
        return new HeldBy(user, current.acquiredAt(), lease.remaining());
    }

    /** The next use is to be of that one. */
    void goesTo(Owner next) {
        user = next;
    }

    /** When the use was granted that began then, by the server's clock. */
    Instant acquiredAt(long began) {
        return lease.acquiredAt().plusNanos(began - grantedAt);
    }

    @Override
    public LatestUse latestUse() {
        KeptUse use = current;
        return use.asLatest(keeper.idleSince(), cohort.waiting());
    }

    @Override
    public void late(Duration left) {
        if (keeper.isInUse()) {
            current.holder().late(left);
        }
    }

    @Override
    public void atRisk(Duration left) {
        if (keeper.isInUse()) {
            current.holder().atRisk(left);
        }
    }

    @Override
    public void inTime() {
        current.holder().inTime();
    }

    @Override
    public void longestHoldNear(Duration left) {
        // a use has its own
    }

    @Override
    public void awaited() {
        keeping.recalled(bid.acquirer());
    }

    @Override
    public void lost(LeaseLoss loss) {
        int use = keeper.end();
        keeping.forget(keeper);
        cohort.end();
        if (use < 0 && LeaseState.leavesTimeToStop(loss)) {
            upkeep.removals().remove(bid); // nobody has to stop
        } else if (use >= 0) {
            current.lost(use, loss);
            background.after(Duration.ZERO, this::endKeep); // its user may need some time to stop
        }
    }

    @Override
    public void released() {
        int use = keeper.end();
        keeping.forget(keeper);
        cohort.end();
        if (use >= 0) {
            current.holder().released();
        }
    }
}
