package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.store.DriverErrors;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Goes on with what the process before this one has asked for. Touches it and enqueues nothing, as a call of that process may still land: what is
 * left in doubt is removed for as long as one may.
 */
final class TakeUp {

    private final Server server;
    private final LeaseUpkeep upkeep;
    private final Grants grants;
    private final QueuedAcquire acquire;

    TakeUp(LeaseUpkeep upkeep, Grants grants, QueuedAcquire acquire) {
        this.server = upkeep.server();
        this.upkeep = upkeep;
        this.grants = grants;
        this.acquire = acquire;
    }

    /** The lease, if it is still held. */
    Lease lease(LockRequest asked, String acquirer) {
        Bid bid = grants.continued(asked, acquirer);
        ServerCall call = touched(bid, asked.ttl().orElse(upkeep.options().ttl()));
        return granted(bid, call, asked, Acquiring.IGNORED)
                .orElseThrow(() -> new LeaseLostException(asked.name().value(), Optional.of(loss(bid, call))));
    }

    /** The lease of a request that waited; where it has lost its place, after another wait. */
    Lease wait(LockRequest asked, String acquirer, Acquiring acquiring) throws InterruptedException {
        Bid bid = grants.continued(asked, acquirer);
        ServerCall call = touched(bid, upkeep.options().answerTimeout());
        Optional<Lease> lease = granted(bid, call, asked, acquiring);
        if (lease.isPresent()) {
            return lease.get();
        }
        if (snapshot(call).flatMap(each -> each.lock().waiter(bid.acquirer())).isPresent()) {
            return acquire.goOn(bid, call, asked, acquiring);
        }
        upkeep.removals().remove(bid);
        return acquire.acquire(asked, acquiring);
    }

    /** Ends a lease whose release the process before has begun. Whether it was held until then, by either's release. */
    boolean release(LockRequest asked, String acquirer, long token) {
        Bid bid = grants.continued(asked, acquirer);
        long giveUpAt = server.now() + upkeep.options().answerTimeout().toNanos();
        ServerCall call = server.untilAnswered(() -> server.release(bid, token), () -> giveUpAt - server.now() <= 0);
        upkeep.removals().remove(bid);
        return call.reply() instanceof Reply.Answered answered
                && (answered.ended() || new LeaseTrace(acquirer, token).wasReleased(answered.snapshot()));
    }

    /** Removes what is left of a request, for as long as a call of it may land. */
    void remove(LockRequest asked, String acquirer) {
        upkeep.removals().remove(grants.continued(asked, acquirer));
    }

    private ServerCall touched(Bid bid, Duration longest) {
        long giveUpAt = server.now() + longest.toNanos();
        ServerCall call = server.untilAnswered(
                () -> server.send(bid.touch(), server.patience(giveUpAt)), () -> giveUpAt - server.now() <= 0);
        return switch (call.reply()) {
            case Reply.Answered answered -> call;
            case Reply.Unknown(RuntimeException cause) ->
                throw new LockUnavailableException(bid.lock().value(), "MongoDB did not answer in time", cause);
            case Reply.Refused(RuntimeException cause) ->
                throw new LockUnavailableException(
                        bid.lock().value(), DriverErrors.refusal("MongoDB refused the request", cause), cause);
        };
    }

    private Optional<Lease> granted(Bid bid, ServerCall call, LockRequest asked, Acquiring acquiring) {
        return Grant.of(bid, call).filter(Grant::counts).flatMap(grant -> grants.granted(bid, grant, asked, acquiring));
    }

    /** One that was evicted keeps its place until its holder has had time to stop. */
    private LeaseLoss loss(Bid bid, ServerCall call) {
        Optional<Snapshot> found = snapshot(call);
        Optional<Holder> evicted =
                found.flatMap(each -> each.lock().holder(bid.acquirer())).filter(holder -> holder.evicted() != null);
        if (evicted.isPresent()) {
            LeaseTrace trace = new LeaseTrace(bid.acquirer(), evicted.get().token());
            Eviction eviction = trace.eviction(found.orElseThrow().lock()).orElseThrow();
            upkeep.removals().removeAfter(Duration.between(found.get().serverTime(), eviction.until()), bid);
            return new LeaseLoss.Evicted(eviction);
        }
        upkeep.removals().remove(bid);
        return new LeaseLoss.TakenOver(found.map(HeldBy::in).orElseGet(List::of));
    }

    private static Optional<Snapshot> snapshot(ServerCall call) {
        return call.reply() instanceof Reply.Answered answered ? answered.snapshot() : Optional.empty();
    }
}
