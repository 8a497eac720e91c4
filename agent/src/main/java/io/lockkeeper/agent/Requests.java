package io.lockkeeper.agent;

import com.mongodb.MongoException;
import io.lockkeeper.agent.LockObserver.Acquiring;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.closing.Gate;
import io.lockkeeper.agent.keeping.RecallBudget;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes each request for one lock to the agent's {@link Acquirer}, and notifies the observer of its end. */
final class Requests {

    private final @Nullable Admission admission;
    private final Gate gate;
    private final Server server;
    private final Observing observing;
    private final Acquirer acquirer;
    private final Duration recallTime;

    /** @param admission passed first by requests, if there is one */
    Requests(
            @Nullable Admission admission,
            Gate gate,
            Server server,
            Observing observing,
            Acquirer acquirer,
            Duration recallTime) {
        this.admission = admission;
        this.gate = gate;
        this.server = server;
        this.observing = observing;
        this.acquirer = acquirer;
        this.recallTime = recallTime;
    }

    Lease acquire(LockRequest asked) throws InterruptedException {
        return acquire(asked, observing.acquiring(asked));
    }

    /** Acquires for a request that began on another thread. */
    Lease acquire(LockRequest asked, Acquiring acquiring) throws InterruptedException {
        if (asked.longestWait().filter(Duration::isZero).isPresent()) {
            return switch (interruptibly(asked, acquiring, recallBudget())) {
                case Attempt.Granted granted -> granted.granted();
                case Attempt.Refused refused -> throw new LockNotAcquiredException(refused, Duration.ZERO);
            };
        }
        try {
            LockRequest admitted = admitted(asked, asked.longestWait().orElse(LockRequest.A_YEAR));
            return acquirer.acquire(acquiring.request(admitted), acquiring);
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

    /** Attempts one of several requests of a call. */
    Attempt attempt(LockRequest asked, RecallBudget recall) {
        return attempt(asked, observing.acquiring(asked), recall);
    }

    /** The time that one call may wait for kept leases. */
    RecallBudget recallBudget() {
        return new RecallBudget(recallTime);
    }

    /** Attempts for a caller that expects no {@link InterruptedException}: keeps the interrupt. */
    private Attempt attempt(LockRequest asked, Acquiring acquiring, RecallBudget recall) {
        try {
            return interruptibly(asked, acquiring, recall);
        } catch (InterruptedException e) {
            throw interrupted(asked, e);
        }
    }

    /** The exception for an interrupt of a call that declares no {@link InterruptedException}. */
    static LockUnavailableException interrupted(LockRequest asked, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new LockUnavailableException(asked.name().value(), "the thread was interrupted", cause);
    }

    private Attempt interruptibly(LockRequest asked, Acquiring acquiring, RecallBudget recall)
            throws InterruptedException {
        try {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            var unused = admitted(asked, server.timeouts().answer());
            Attempt attempt = acquirer.attempt(acquiring.request(asked), acquiring, recall);
            if (attempt instanceof Attempt.Refused refused) {
                acquiring.refused(refused);
            }
            return attempt;
        } catch (InterruptedException | RuntimeException e) {
            acquiring.failed(e);
            throw e;
        }
    }

    /** Who holds the lock now, by one read. */
    List<HeldBy> heldBy(LockRequest asked, Duration longest) {
        Duration timeout =
                server.patience(server.now() + LockRequest.withinAYear(longest).toNanos());
        try {
            return server.read(List.of(asked.name()), timeout).values().stream()
                    .flatMap(snapshot -> HeldBy.in(snapshot).stream())
                    .filter(holder -> holder.remaining().isPositive())
                    .toList();
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            throw new LockUnavailableException(asked.name().value(), "its holders could not be read", e);
        }
    }

    /** Waits until requests pass, and returns the request with what is left of its longest wait. */
    private LockRequest admitted(LockRequest asked, Duration longest) throws InterruptedException {
        if (admission == null || admission.isPassed()) {
            return asked;
        }
        long began = server.now();
        admission.await(asked.name(), longest, gate.shutting());
        return asked.longestWait()
                .map(wait -> wait.minusNanos(server.now() - began))
                .map(left -> asked.withLongestWait(left.isPositive() ? left : Duration.ofNanos(1)))
                .orElse(asked);
    }
}
