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
    private final BlockingQueue<Duration> risks = new LinkedBlockingQueue<>();

    @Override
    public void lost(Lease lease, LeaseLoss loss) {
        losses.add(loss);
    }

    @Override
    public void renewalLate(Lease lease, Duration remaining) {
        late.add(remaining);
    }

    @Override
    public void atRisk(Lease lease, Duration remaining) {
        risks.add(remaining);
    }

    @Override
    public void longestHoldNear(Lease lease, Duration remaining) {
        limits.add(remaining);
    }

    Duration awaitLimit() throws InterruptedException {
        return await(limits, "limit");
    }

    Duration awaitLateness() throws InterruptedException {
        return await(late, "lateness");
    }

    Duration awaitRisk() throws InterruptedException {
        return await(risks, "risk");
    }

    LeaseLoss awaitLoss() throws InterruptedException {
        return await(losses, "loss");
    }

    /** How many losses there are beyond those that were awaited. */
    int further() {
        return losses.size();
    }

    /** How often a risk was told beyond those that were awaited. */
    int furtherRisks() {
        return risks.size();
    }

    private static <T> T await(BlockingQueue<T> told, String what) throws InterruptedException {
        T next = told.poll(30, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("No %s was told within 30 s".formatted(what));
        }
        return next;
    }
}
