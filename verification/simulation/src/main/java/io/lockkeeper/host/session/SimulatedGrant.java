package io.lockkeeper.host.session;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LeaseLoss;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A lease of a daemon's agent: renewed while that runs, and never after its deadline. */
final class SimulatedGrant implements Lease {

    private final SimulatedDaemon daemon;
    private final SimulatedLock lock;
    private final String acquirer;
    private final long token;
    private final long ttl;
    private long deadline;
    private boolean released;
    private @Nullable LeaseLoss loss;
    private @Nullable LeaseListener listener;

    /** @param sentAt when the touch was sent by which it is held */
    SimulatedGrant(SimulatedDaemon daemon, SimulatedLock lock, String acquirer, long token, long ttl, long sentAt) {
        this.daemon = daemon;
        this.lock = lock;
        this.acquirer = acquirer;
        this.token = token;
        this.ttl = ttl;
        this.deadline = sentAt + ttl - ttl / 20;
        daemon.after(ttl / 3, this::renew);
        daemon.after(deadline - daemon.running(), this::loseIfPast);
    }

    @Override
    public void renew() {
        if (!isHeld()) {
            return;
        }
        long sentAt = daemon.running();
        lock.touch(acquirer, daemon.wire(), daemon.heard(shown -> {
            if (shown.token() != token) {
                lose(new LeaseLoss.TakenOver(List.of()));
            } else if (isHeld()) {
                deadline = Math.max(deadline, sentAt + ttl - ttl / 20);
            }
        }));
        daemon.after(ttl / 3, this::renew);
    }

    private void loseIfPast() {
        if (released || loss != null) {
            return;
        }
        if (daemon.running() >= deadline) {
            lose(new LeaseLoss.Expired());
        } else {
            daemon.after(deadline - daemon.running(), this::loseIfPast);
        }
    }

    private void lose(LeaseLoss how) {
        if (!released && loss == null) {
            loss = how;
            lock.remove(acquirer, daemon.wire(), shown -> {});
            if (listener != null) {
                listener.lost(this, how);
            }
        }
    }

    @Override
    public String name() {
        return "lock";
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public Instant acquiredAt() {
        return Instant.EPOCH;
    }

    @Override
    public Duration remaining() {
        return Duration.ofMillis(isHeld() ? deadline - daemon.running() : 0);
    }

    @Override
    public boolean isHeld() {
        return !released && loss == null && daemon.running() < deadline;
    }

    @Override
    public Optional<LeaseLoss> loss() {
        return Optional.ofNullable(loss);
    }

    @Override
    public CompletableFuture<Boolean> releaseAsync() {
        boolean held = isHeld();
        released = true;
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        lock.remove(acquirer, daemon.wire(), daemon.heard(shown -> answer.complete(held)));
        return answer;
    }

    @Override
    public void onLoss(LeaseListener told) {
        listener = told;
    }

    @Override
    public boolean release() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void downgrade() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void holdAtMost(Duration fromNow) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void holdAtLeast(Duration fromNow) {
        throw new UnsupportedOperationException();
    }
}
