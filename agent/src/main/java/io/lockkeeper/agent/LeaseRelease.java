package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.agent.upkeep.Removals;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Releases one lease. Asks until the server answers, at most until the lease's deadline or the agent's answer timeout, and leaves the rest
 * to {@link Removals}. An interrupt does not stop it, and is kept for the caller.
 */
final class LeaseRelease {

    private final Bid bid;
    private final LeaseState state;
    private final LeaseEnd.Lingering lingering;
    private final long token;
    private final Server server;
    private final Removals removals;
    private final long giveUpAt;
    private boolean interrupted;
    private int asked;

    LeaseRelease(
            Bid bid, long token, LeaseState state, LeaseEnd.Lingering lingering, Server server, Removals removals) {
        this.bid = bid;
        this.state = state;
        this.lingering = lingering;
        this.token = token;
        this.server = server;
        this.removals = removals;
        this.giveUpAt = server.now() + server.timeouts().answer().toNanos();
    }

    /** How the lease ended. */
    LeaseState.Phase run() {
        try {
            return outcome(server.untilAnswered(this::ask, this::isGivenUp));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private ServerCall ask() {
        interrupted |= Thread.interrupted();
        ServerCall call;
        try {
            call = lingers() ? server.send(bid.linger(lingering.atLeast())) : server.release(bid, token);
        } catch (RuntimeException e) {
            call = failed(e);
        }
        interrupted |= Thread.interrupted();
        asked++;
        return call;
    }

    /** The outcome is unknown: treating the release as ended would leave the lease to its expiry, and its caller waiting. */
    private ServerCall failed(RuntimeException unexpected) {
        return server.unanswered(new IllegalStateException("The call failed", unexpected));
    }

    /** Asks once, and passes the answer on, on a thread of the agent's. One call after the other. */
    void askLater(Timer background, Consumer<ServerCall> answered) {
        asked++;
        if (lingers()) {
            background.after(Duration.ZERO, () -> answered.accept(linger()));
        } else {
            var unused = server.releaseLater(bid, token).thenAccept(answered);
        }
    }

    private ServerCall linger() {
        try {
            return server.send(bid.linger(lingering.atLeast()));
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    /** The pause until it is repeated. */
    Duration pause() {
        return server.pause().afterFailure();
    }

    /** Whether it is no longer repeated. */
    boolean isGivenUp() {
        return state.isPastDeadline() || server.now() - giveUpAt >= 0;
    }

    /** How the lease ended, as the last call shows. Undoes in the background what that leaves in doubt. */
    LeaseState.Phase outcome(ServerCall call) {
        if (call.reply() instanceof Reply.Answered answered) {
            if (!bid.isEndedBy(call.sentAt())) {
                undoLater();
            }
            return end(answered);
        }
        undoLater();
        return new LeaseState.Phase.Released(false);
    }

    private boolean lingers() {
        return lingering.isDue(server.now());
    }

    /** Undoes in the background, and not before the shortest hold is over. */
    private void undoLater() {
        removals.removeAfter(lingering.left(server.now()), bid);
    }

    private LeaseState.Phase end(Reply.Answered answered) {
        if (state.isPastDeadline()) {
            return new LeaseState.Phase.Lost(new LeaseLoss.Expired());
        }
        if (answered.ended()) {
            return new LeaseState.Phase.Released(true);
        }
        LeaseTrace trace = new LeaseTrace(bid.acquirer(), token);
        Optional<Snapshot> snapshot = answered.snapshot();
        if (trace.wasReleased(snapshot) || trace.isLive(snapshot)) {
            return new LeaseState.Phase.Released(true);
        }
        // Where the lock is shown as it was some time after, or a remove before this one may have ended the lease,
        // others may have come and gone since: nothing is proven then, neither that it was lost.
        boolean othersSince = asked > 1 || !answered.immediate();
        return othersSince && !trace.wasEvictedNow(snapshot)
                ? new LeaseState.Phase.Released(false)
                : new LeaseState.Phase.Lost(trace.loss(snapshot));
    }
}
