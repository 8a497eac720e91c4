package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.LateLease;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Hands on what holders attempt with leases that they have lost. Goes nowhere if the agent reports nothing to operators. */
final class LateAttempts {

    private volatile BiConsumer<LateAttempt.Kind, LateLease> report = (kind, lease) -> {};

    void reportTo(BiConsumer<LateAttempt.Kind, LateLease> reports) {
        report = reports;
    }

    /** Reports the attempt; none is late with a lease that was released, or that its own agent ended. */
    void add(LateAttempt.Kind kind, Bid bid, long token, @Nullable LeaseLoss loss) {
        if (loss != null && !(loss instanceof LeaseLoss.AgentClosed)) {
            report.accept(
                    kind,
                    new LateLease(
                            bid.lock().value(),
                            bid.acquirer(),
                            token,
                            bid.request().owner(),
                            loss instanceof LeaseLoss.Evicted evicted ? evicted.eviction() : null));
        }
    }
}
