package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.closing.Underway;
import io.lockkeeper.agent.upkeep.Removals;
import io.lockkeeper.model.Ask;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Releases one lease. Its holder waits for the server's answer, or the agent does so in the background. */
final class LeaseEnd {

    private final Bid bid;
    private final long token;
    private final EndingLease lease;
    private final LeaseState state;
    private final Upkeep upkeep;
    private volatile Lingering lingering;
    /** Completed when a release has ended, with what it answers. */
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

    /**
     * The parts of the agent that releases use.
     *
     * @param underway counts the releases that have begun: a closing agent awaits their end
     * @param background those whose callers do not wait
     */
    record Upkeep(Gate gate, Server server, Removals removals, Underway underway, BackgroundReleases background) {}

    /**
     * The shortest hold of a lease: how long its lock stays taken, also after a release.
     *
     * @param atLeast how long it stays taken, counted from the grant
     * @param grantedAt the instant before the call that was granted, in nanoseconds of the agent's monotonic clock
     */
    record Lingering(Duration atLeast, long grantedAt) {

        /** The same grant, whose lock stays taken for this time from now. */
        Lingering until(long now, Duration fromNow) {
            return new Lingering(fromNow.plusNanos(now - grantedAt), grantedAt);
        }

        /** Whether the lock stays taken if it is released now. */
        boolean isDue(long now) {
            return !left(now).isZero();
        }

        /** How long the lock stays taken from now. */
        Duration left(long now) {
            Duration left = atLeast.minusNanos(now - grantedAt);
            return left.isNegative() ? Duration.ZERO : left;
        }
    }

    /** The lease that ends. */
    interface EndingLease {

        void expireIfPast();

        /** The agent stops to renew it. */
        void forget();

        /** Called when the release has ended: reports that, or the loss that it found. */
        void tellEnd();
    }

    LeaseEnd(Bid bid, long token, EndingLease lease, LeaseState state, Lingering lingering, Upkeep upkeep) {
        this.bid = bid;
        this.token = token;
        this.lease = lease;
        this.state = state;
        this.lingering = lingering;
        this.upkeep = upkeep;
    }

    /** Has the lock stay taken for this time from now. */
    void holdAtLeast(Duration fromNow) {
        lingering = lingering.until(upkeep.server().now(), fromNow);
    }

    /** Whether its lock stays taken for a while after its release. */
    boolean lingers() {
        return lingering.isDue(upkeep.server().now());
    }

    /** The request that keeps its lock taken for that time. */
    Ask.Linger linger() {
        return bid.linger(lingering.atLeast());
    }

    /** Releases it in the background. Completes, on a thread of the agent's, when the release has ended; at once where there is none. */
    CompletableFuture<Boolean> releaseLater() {
        if (startRelease()) {
            releaseInBackground();
        }
        return state.phase() instanceof LeaseState.Phase.Releasing
                ? ended
                : CompletableFuture.completedFuture(wasHeldToTheEnd());
    }

    boolean release() {
        if (startRelease()) {
            upkeep.gate().finishHere();
            try {
                releaseNow();
            } finally {
                upkeep.gate().end();
            }
        } else if (state.phase() instanceof LeaseState.Phase.Releasing) {
            awaitEnded();
        }
        return wasHeldToTheEnd();
    }

    CompletableFuture<Boolean> releaseAsync() {
        CompletableFuture<Boolean> over = releaseLater();
        if (over.isDone()) {
            return CompletableFuture.completedFuture(wasHeldToTheEnd());
        }
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        var unused = over.thenAccept(held -> tell(answer, held));
        return answer;
    }

    /** On a thread of its own: what depends on the answer is not the agent's code. */
    private void tell(CompletableFuture<Boolean> answer, boolean held) {
        upkeep.server()
                .machine()
                .virtual("lockkeeper-notice", () -> answer.complete(held))
                .start();
    }

    private boolean startRelease() {
        lease.expireIfPast();
        boolean started = state.startRelease();
        if (!started && state.loss().filter(LeaseState::leavesTimeToStop).isPresent()) {
            upkeep.removals().remove(bid); // the holder's code has stopped
        }
        return started;
    }

    private void releaseNow() {
        upkeep.underway().began();
        try {
            lease.forget();
            var unused = end(newRelease().run());
        } finally {
            upkeep.underway().ended();
        }
        lease.tellEnd();
    }

    /** Releases in the background; a closing agent awaits this like a release that a caller waits for. */
    private void releaseInBackground() {
        upkeep.gate().finishLater();
        upkeep.underway().began();
        lease.forget();
        upkeep.background().send(newRelease(), this::endInBackground);
        upkeep.background().note(bid.lock(), ended, this::giveUp);
    }

    private void endInBackground(LeaseState.Phase phase) {
        if (end(phase)) {
            upkeep.underway().ended();
            lease.tellEnd();
            upkeep.gate().leave();
        }
    }

    /** Ends a release that will never be answered. */
    private void giveUp() {
        endInBackground(new LeaseState.Phase.Released(false));
    }

    private LeaseRelease newRelease() {
        return new LeaseRelease(bid, token, state, lingering, upkeep.server(), upkeep.removals());
    }

    /** Whether the release had not ended before. */
    private boolean end(LeaseState.Phase phase) {
        boolean first = state.endRelease(phase);
        ended.complete(wasHeldToTheEnd());
        return first;
    }

    private boolean wasHeldToTheEnd() {
        return state.phase() instanceof LeaseState.Phase.Released released && released.heldToTheEnd();
    }

    /** Waits for a release that another call has begun, at most for the answer timeout. An interrupt is kept for the caller. */
    private void awaitEnded() {
        boolean interrupted = false;
        Server server = upkeep.server();
        long giveUpAt = server.now() + server.timeouts().answer().toNanos();
        long left = giveUpAt - server.now();
        while (left > 0 && !ended.isDone()) {
            try {
                var unused = server.machine().await(ended, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = giveUpAt - server.now();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
