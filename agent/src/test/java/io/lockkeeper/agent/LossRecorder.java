package io.lockkeeper.agent;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A listener that remembers what it was told. */
final class LossRecorder implements LeaseListener {

    private final BlockingQueue<LeaseLoss> losses = new LinkedBlockingQueue<>();
    private final BlockingQueue<Duration> limits = new LinkedBlockingQueue<>();
    private final BlockingQueue<Duration> late = new LinkedBlockingQueue<>();

    @Override
    public void lost(Lease lease, LeaseLoss loss) {
        losses.add(loss);
    }

    @Override
    public void renewalLate(Lease lease, Duration remaining) {
        late.add(remaining);
    }

    @Override
    public void longestHoldNear(Lease lease, Duration remaining) {
        limits.add(remaining);
    }

    Duration awaitLimit() throws InterruptedException {
        Duration remaining = limits.poll(30, TimeUnit.SECONDS);
        if (remaining == null) {
            throw new AssertionError("No limit was told within 30 s");
        }
        return remaining;
    }

    LeaseLoss awaitLoss() throws InterruptedException {
        LeaseLoss loss = losses.poll(30, TimeUnit.SECONDS);
        if (loss == null) {
            throw new AssertionError("No loss was told within 30 s");
        }
        return loss;
    }

    int further() {
        return losses.size();
    }
}
