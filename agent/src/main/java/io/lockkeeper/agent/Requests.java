package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.keeping.RecallBudget;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.function.Consumer;

/** Passes each request for one lock to the agent's {@link Acquirer}, and notifies the observer of its end. */
final class Requests {

    private final Consumer<LockName> admission;
    private final Observing observing;
    private final Acquirer acquirer;
    private final Duration recallTime;

    /** Where {@code admission} throws if nothing may be asked of the server yet. */
    Requests(Consumer<LockName> admission, Observing observing, Acquirer acquirer, Duration recallTime) {
        this.admission = admission;
        this.observing = observing;
        this.acquirer = acquirer;
        this.recallTime = recallTime;
    }

    Lease acquire(LockRequest asked) throws InterruptedException {
        return acquire(asked, observing.acquiring(asked));
    }

    /** For a request that began on another thread. */
    Lease acquire(LockRequest asked, Acquiring acquiring) throws InterruptedException {
        if (asked.longestWait().filter(Duration::isZero).isPresent()) {
            return switch (attempt(asked, acquiring, recallBudget())) {
                case Attempt.Granted granted -> granted.granted();
                case Attempt.Refused refused -> throw new LockNotAcquiredException(refused, Duration.ZERO);
            };
        }
        try {
            admission.accept(asked.name());
            return acquirer.acquire(acquiring.request(asked), acquiring);
        } catch (InterruptedException | RuntimeException e) {
            acquiring.failed(e);
            throw e;
        }
    }

    Acquiring begin(LockRequest asked) {
        return observing.acquiring(asked);
    }

    Attempt attempt(LockRequest asked) {
        return attempt(asked, recallBudget());
    }

    /** As one of several of a call. */
    Attempt attempt(LockRequest asked, RecallBudget recall) {
        return attempt(asked, observing.acquiring(asked), recall);
    }

    /** What one call may wait for kept leases. */
    RecallBudget recallBudget() {
        return new RecallBudget(recallTime);
    }

    private Attempt attempt(LockRequest asked, Acquiring acquiring, RecallBudget recall) {
        try {
            admission.accept(asked.name());
            Attempt attempt = acquirer.attempt(acquiring.request(asked), acquiring, recall);
            if (attempt instanceof Attempt.Refused refused) {
                acquiring.refused(refused);
            }
            return attempt;
        } catch (RuntimeException e) {
            acquiring.failed(e);
            throw e;
        }
    }
}
