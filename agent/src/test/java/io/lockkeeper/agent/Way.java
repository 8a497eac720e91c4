package io.lockkeeper.agent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** How a lock is acquired. */
enum Way {
    BLOCKING {
        @Override
        Lease acquire(LockAgent agent, LockRequest request) throws InterruptedException {
            return agent.acquire(request);
        }

        @Override
        CompletableFuture<Lease> acquireLater(LockAgent agent, LockRequest request) {
            return TestAgents.acquireLater(agent, request);
        }
    },
    ASYNCHRONOUS {
        @Override
        Lease acquire(LockAgent agent, LockRequest request) throws InterruptedException {
            CompletableFuture<Lease> future = agent.acquireAsync(request);
            try {
                return future.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw new AssertionError(e);
            } finally {
                future.cancel(true); // where the caller was interrupted: who has a lease by now keeps it
            }
        }

        @Override
        CompletableFuture<Lease> acquireLater(LockAgent agent, LockRequest request) {
            return agent.acquireAsync(request);
        }
    };

    abstract Lease acquire(LockAgent agent, LockRequest request) throws InterruptedException;

    abstract CompletableFuture<Lease> acquireLater(LockAgent agent, LockRequest request);
}
