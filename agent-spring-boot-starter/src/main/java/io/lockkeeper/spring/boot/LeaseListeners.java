package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LeaseLoss;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several lease listeners as one, called one after the other. The exception of one does not keep the others from being called. */
record LeaseListeners(List<LeaseListener> listeners) implements LeaseListener {

    private static final Logger log = LoggerFactory.getLogger(LeaseListeners.class);

    static LeaseListener of(List<LeaseListener> listeners) {
        return switch (listeners.size()) {
            case 0 -> NONE;
            case 1 -> listeners.getFirst();
            default -> new LeaseListeners(listeners);
        };
    }

    @Override
    public void lost(Lease lease, LeaseLoss loss) {
        each(listener -> listener.lost(lease, loss));
    }

    @Override
    public void longestHoldNear(Lease lease, Duration remaining) {
        each(listener -> listener.longestHoldNear(lease, remaining));
    }

    @Override
    public void atRisk(Lease lease, Duration remaining) {
        each(listener -> listener.atRisk(lease, remaining));
    }

    @Override
    public void renewalLate(Lease lease, Duration remaining) {
        each(listener -> listener.renewalLate(lease, remaining));
    }

    private void each(Consumer<LeaseListener> call) {
        for (LeaseListener listener : listeners) {
            try {
                call.accept(listener);
            } catch (RuntimeException e) {
                log.error("Lease listener {} failed", listener, e);
            }
        }
    }
}
