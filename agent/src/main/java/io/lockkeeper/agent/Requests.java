package io.lockkeeper.agent;

import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.function.Consumer;

/** Sends each request for one lock to {@link TryAcquire} or {@link QueuedAcquire}, and notifies the observer of its end. */
final class Requests {

    private final Consumer<LockName> admission;
    private final Observing observing;
    private final TryAcquire tryAcquire;
    private final QueuedAcquire queuedAcquire;
    private final Nesting nesting;

    /** Where {@code admission} throws if nothing may be asked of the server yet. */
    Requests(
            Consumer<LockName> admission,
            Observing observing,
            TryAcquire tryAcquire,
            QueuedAcquire queuedAcquire,
            Nesting nesting) {
        this.admission = admission;
        this.observing = observing;
        this.tryAcquire = tryAcquire;
        this.queuedAcquire = queuedAcquire;
        this.nesting = nesting;
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
            return nesting.acquire(acquiring.request(asked), request -> queuedAcquire.acquire(request, acquiring));
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
        return tryAcquire.recallBudget();
    }

    private Attempt attempt(LockRequest asked, Acquiring acquiring, RecallBudget recall) {
        try {
            admission.accept(asked.name());
            Attempt attempt = nesting.attempt(
                    acquiring.request(asked), request -> tryAcquire.attempt(request, acquiring, recall));
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
