package io.lockkeeper.agent;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An agent whose locks are acquired in one of the ways. */
record Acquiring(LockAgent agent, Way way) {

    Lease acquire(LockRequest request) throws InterruptedException {
        return way.acquire(agent, request);
    }

    CompletableFuture<Lease> acquireLater(LockRequest request) {
        return way.acquireLater(agent, request);
    }

    LeaseSet acquireAll(Collection<LockRequest> requests, Duration longestWait) throws InterruptedException {
        return agent.acquireAll(requests, longestWait);
    }

    Attempt attempt(LockRequest request) {
        return agent.attempt(request);
    }

    Optional<Lease> tryAcquire(LockRequest request) {
        return agent.tryAcquire(request);
    }

    Optional<Lease> tryAcquire(LockRequest request, Duration longestWait) throws InterruptedException {
        return agent.tryAcquire(request, longestWait);
    }

    void close() {
        agent.close();
    }
}
