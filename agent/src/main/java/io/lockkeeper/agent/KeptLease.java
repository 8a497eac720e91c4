package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.keeping.Keeper;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.time.Awaiting;
import io.lockkeeper.agent.waiting.LocalWaiters;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lease that stays with its agent after its release. {@link KeptUse}s follow one another, each with the next token of the lease's block,
 * until another agent wants the lock. It is renewed, evicted and lost as any lease; the current use is notified.
 */
final class KeptLease implements LeaseUser, LeaseKeeping.Recallable {

    /** A lease that no call has shown for so long is looked for when its next use begins. */
    private static final long LOOKS_AFTER = Duration.ofSeconds(1).toNanos();

    private final HeldLease lease;
    private final Bid bid;
    private final LeaseUpkeep upkeep;
    private final Timer recalls;
    private final LeaseKeeping<KeptLease> keeping;
    private final Keeper<KeptLease> keeper;
    private final LeaseLooks looks;
    private final Cohort cohort;
    private final Duration keep;
    private final long grantedAt;
    private final long fewestNanos;
    private final KeptUse first;
    private volatile KeptUse current;
    private volatile long lookedAt;
    /** The owner of the current use, or of the one about to begin. An owner is made only where one is asked for. */
    private volatile Supplier<Owner> user;

    /**
     * The parts of the agent that kept leases need.
     *
     * @param recalls runs the calls that end the keeping of leases in use
     * @param keeping the leases that the agent keeps
     * @param waiters the agent's callers that wait for a lock
     * @param looks looks for leases in their locks
     */
    record Upkeep(
            LeaseUpkeep upkeep,
            Timer recalls,
            LeaseKeeping<KeptLease> keeping,
            LocalWaiters waiters,
            LeaseLooks looks) {}

    /** The lease of a grant that may be kept or handed on. The request has its first use. */
    KeptLease(Bid bid, Grant grant, LockRequest asked, Upkeep parts, Keep keep) {
        this.bid = bid;
        this.upkeep = parts.upkeep();
        this.recalls = parts.recalls();
        this.keeping = parts.keeping();
        this.looks = parts.looks();
        this.keep = keep.time();
        this.grantedAt = grant.touchedAt();
        this.lookedAt = grantedAt;
        this.fewestNanos = grant.time().toNanos() / 3;
        this.lease = new HeldLease(bid, grant, asked, upkeep, this);
        Duration handedOn = asked.cohort().orElse(Duration.ZERO);
        this.keeper = keeping.keeper(
                bid.lock(), bid.acquirer(), keep.tokens(), !this.keep.isZero(), !handedOn.isZero(), this);
        this.cohort = new Cohort(this, keeper, bid.request(), handedOn, parts.waiters());
        this.first = new KeptUse(this, 0, asked, grantedAt);
        this.current = first;
        this.user = bid.request()::owner;
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

    /** Begins its upkeep and its first use. */
    KeptUse begin(Grant grant, LockRequest asked, LockObserver.Acquiring acquiring) {
        first.begin(acquiring, grant.previous());
        lease.begin(asked);
        keeping.keep(keeper, keep, grant.touchedAt(), grant.unwanted());
        return first;
    }

    /** Whether the lease is what the request would get from the server. */
    boolean suits(LockRequest asked) {
        Duration ttl = asked.ttl().orElse(upkeep.options().ttl());
        return asked.keep().isPresent() && ttl.equals(bid.request().ttl());
    }

    /** Whether enough time is left for another use: a third of what the grant gave. */
    boolean lasts() {
        return lease.remainingNanos() > fewestNanos;
    }

    /** Whether somebody uses it. */
    boolean isInUse() {
        return keeper.isInUse() && lease.isHeld();
    }

    /**
     * Another use; null if there is none now. The request then waits here, or the lease has been recalled.
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

    /** Gives the caller the use of that number; null if the lease has ended in the meantime. */
    @Nullable
    KeptUse use(int number, LockRequest asked, LockObserver.Acquiring acquiring) {
        KeptUse before = current;
        KeptUse use = new KeptUse(this, number, asked, upkeep.server().now());
        current = use;
        user = use::owner;
        keeping.used();
        lookIfLongUnproven(use.began());
        if (!lease.isHeld()) { // it stood still in between, or the lease was lost
            var unused = lease.ending().releaseLater(); // an evicted one need not last: no use has to stop
            return null;
        }
        if (upkeep.gate().isShut()) {
            var unused = lease.release();
            throw new LockUnavailableException(bid.lock().value(), Gate.CLOSED, null);
        }
        use.begin(acquiring, previous(before, acquiring));
        return use;
    }

    /** Looks for a lease that was not proven for long: an operator's tool may have evicted it without a hint. */
    private void lookIfLongUnproven(long now) {
        if (now - lookedAt > LOOKS_AFTER && !lease.isProvenSince(now - LOOKS_AFTER)) {
            lookedAt = now;
            looks.later(List.of(lease));
        }
    }

    /** Looks for the lease in its lock before it returns: whether it is there, or is lost by now. */
    boolean looksNow() {
        return looks.now(lease);
    }

    /** As {@link #looksNow}, later. */
    CompletableFuture<Boolean> proof() {
        return looks.proof(lease);
    }

    /** The owner of the use before, made only if there is an observer. */
    private static Optional<Owner> previous(KeptUse before, LockObserver.Acquiring acquiring) {
        return LockObserver.Acquiring.IGNORED.equals(acquiring) ? Optional.empty() : Optional.of(before.owner());
    }

    /**
     * Recalls the lease on the agent's own thread, and waits for that. If the calling thread did it and stalled half-way, all callers that
     * wait for the release would wait for that thread.
     */
    void awaitRecalled() {
        CompletableFuture<Void> recalled = new CompletableFuture<>();
        upkeep.alarms().after(Duration.ZERO, () -> {
            recall();
            recalled.complete(null);
        });
        if (upkeep.gate().isShut()) {
            return; // closing has recalled the lease, and ends that thread
        }
        Server server = upkeep.server();
        Awaiting.done(
                server.machine(), recalled, server.timeouts().answer()); // the request notices an interrupt itself
    }

    /** Releases an idle lease; one in use ends with that use, or at the end of its cohort. Runs on a thread of the agent. */
    @Override
    public void recall() {
        noted(() -> switch (keeper.recall()) {
            case IDLE -> release();
            case IN_USE -> {
                cohort.recalled();
                recalls.after(Duration.ZERO, this::endKeep);
                yield CompletableFuture.completedFuture(true);
            }
            case BEFORE -> CompletableFuture.completedFuture(true);
        });
    }

    @Override
    public void free() {
        noted(() -> keeper.isFreed() ? release() : CompletableFuture.completedFuture(true));
    }

    /** Runs what may end the lease. That is noted first: a request of this agent that finds the lease ended waits for its release. */
    private void noted(Supplier<CompletableFuture<Boolean>> end) {
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        upkeep.releases().background().note(bid.lock(), over, () -> over.complete(false));
        var unused = end.get().whenComplete((held, failure) -> over.complete(true));
    }

    /** Sends the release of an idle lease. Completes when the release has ended. */
    private CompletableFuture<Boolean> release() {
        keeping.forget(keeper);
        CompletableFuture<Boolean> released = lease.ending().releaseLater();
        cohort.end();
        return released;
    }

    /** Records that the lease is kept no longer, so that tries of other agents are refused at once. Repeated until answered. */
    private void endKeep() {
        if (keep.isZero()) {
            return; // the document never said that it is kept
        }
        if (lease.isHeld() || lease.loss().filter(LeaseState::leavesTimeToStop).isPresent()) {
            ServerCall call = upkeep.server().send(bid.endKeep());
            if (call.reply() instanceof Reply.Unknown) {
                recalls.after(upkeep.server().pause().afterFailure(), this::endKeep);
            }
        }
    }

    /** The current use, as reported to a caller that is refused. */
    HeldBy heldBy() {
        return new HeldBy(user.get(), current.acquiredAt(), lease.remaining());
    }

    /** The next use is about to go to that owner. */
    void goesTo(Owner next) {
        user = () -> next;
    }

    /** When a use was granted, by the server's clock, if it began at that time of the agent's clock. */
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
        // each use has its own longest hold
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
            upkeep.removals().remove(bid); // no use has to stop
        } else if (use >= 0) {
            current.lost(use, loss);
            recalls.after(Duration.ZERO, this::endKeep); // its user may need some time to stop
        }
    }

    @Override
    public void released() {
        int use = keeper.end();
        keeping.forget(keeper);
        cohort.end();
        if (use >= 0) {
            current.released(use);
        }
    }
}
