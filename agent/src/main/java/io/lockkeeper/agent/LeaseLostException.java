package io.lockkeeper.agent;

import java.util.Optional;

/** The lease has ended: it was lost, or released before. */
public final class LeaseLostException extends LockException {

    private final transient Optional<LeaseLoss> loss;

    /** For libraries that build ways to hold a lease on top of the agent. */
    public LeaseLostException(String lock, Optional<LeaseLoss> loss) {
        super(lock, "is no longer held: " + loss.map(LeaseLoss::toString).orElse("it was released"), null);
        this.loss = loss;
    }

    /** Why it was lost; empty if it was released. */
    public Optional<LeaseLoss> loss() {
        return loss;
    }
}
