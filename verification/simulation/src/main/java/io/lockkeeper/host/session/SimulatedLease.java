package io.lockkeeper.host.session;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.host.session.SimulatedTime.Party;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lease as the host agent's agent has it, and the lock on the server: the agent renews it while it runs and is answered. */
final class SimulatedLease implements Lease {

    private final SimulatedTime time;
    private final long ttl;
    private final Consumer<String> freed;
    private long deadline;
    private long expiresAt;
    private boolean isFree;
    private boolean released;
    private boolean answered = true;
    private @Nullable LeaseLoss loss;
    private @Nullable LeaseListener listener;

    /** @param freed receives how the lock became free */
    SimulatedLease(SimulatedTime time, long ttl, Consumer<String> freed) {
        this.time = time;
        this.ttl = ttl;
        this.freed = freed;
        renewed();
        time.after(ttl / 3, Party.HOST_AGENT, this::renewal);
        time.after(ttl, Party.SERVER, this::expireIfPast);
        time.after(ttl, Party.HOST_AGENT, this::loseIfPast);
    }

    /** Whether another process may have the lock. */
    boolean isFree() {
        return isFree;
    }

    boolean isReleased() {
        return released;
    }

    /** From now on the server answers, or does not. */
    void answered(boolean answers) {
        answered = answers;
    }

    /** An operator ends it; the lock is free when it is released. */
    void evict(LeaseLoss.Evicted eviction) {
        lose(eviction);
    }

    private void renewal() {
        if (released || loss != null) {
            return;
        }
        if (answered && isFree) {
            lose(new LeaseLoss.TakenOver(List.of()));
        } else if (answered) {
            renewed();
        }
        time.after(answered ? ttl / 3 : ttl / 20, Party.HOST_AGENT, this::renewal);
    }

    private void renewed() {
        deadline = time.running() + ttl - ttl / 20;
        expiresAt = time.now() + ttl;
    }

    private void expireIfPast() {
        if (time.now() >= expiresAt) {
            free("expired");
        } else {
            time.after(expiresAt - time.now(), Party.SERVER, this::expireIfPast);
        }
    }

    private void loseIfPast() {
        if (time.running() >= deadline) {
            lose(new LeaseLoss.Expired());
        } else {
            time.after(deadline - time.running(), Party.HOST_AGENT, this::loseIfPast);
        }
    }

    private void lose(LeaseLoss how) {
        if (!released && loss == null) {
            loss = how;
            if (listener != null) {
                listener.lost(this, how);
            }
        }
    }

    private void free(String how) {
        if (!isFree) {
            isFree = true;
            freed.accept(how);
        }
    }

    @Override
    public String name() {
        return "lock";
    }

    @Override
    public long token() {
        return 1;
    }

    @Override
    public Instant acquiredAt() {
        return Instant.EPOCH;
    }

    @Override
    public Duration remaining() {
        return Duration.ofMillis(isHeld() ? deadline - time.running() : 0);
    }

    @Override
    public boolean isHeld() {
        return !released && loss == null && time.running() < deadline;
    }

    @Override
    public Optional<LeaseLoss> loss() {
        return Optional.ofNullable(loss);
    }

    /** At the earliest moment at which the server may apply it. */
    @Override
    public CompletableFuture<Boolean> releaseAsync() {
        boolean held = isHeld();
        released = true;
        free("released");
        return CompletableFuture.completedFuture(held);
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
    public void renew() {
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
