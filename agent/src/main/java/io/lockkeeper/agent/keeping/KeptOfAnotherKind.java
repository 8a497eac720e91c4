package io.lockkeeper.agent.keeping;

import static io.lockkeeper.agent.time.Durations.shorter;

import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The short wait of a request that finds its lock kept by another agent for another kind of request. It cannot stand in the queue of a lock
 * that is in use with another capacity, but it has recalled the lease, and asks again until that is released, found in use, or the recall time is over.
 */
public final class KeptOfAnotherKind {

    private static final Duration SHORTEST = Duration.ofMillis(5);
    private static final Duration LONGEST = Duration.ofMillis(40);

    private final Server server;
    private final RecallBudget budget;
    private Duration pause = SHORTEST;

    public KeptOfAnotherKind(Server server, RecallBudget budget) {
        this.server = server;
        this.budget = budget;
    }

    /** Waits a moment if the lock is kept for another kind and time is left. Returns whether it did, so that the request is to be asked again. */
    public boolean awaits(LockDocument lock, int capacity) throws InterruptedException {
        boolean kept = lock.capacity() != capacity && lock.holders().stream().anyMatch(Holder::isKept);
        if (!kept || !budget.left().isPositive()) {
            return false;
        }
        long began = server.now();
        var unused = server.machine()
                .await(new CompletableFuture<>(), shorter(pause, budget.left()).toNanos());
        budget.spend(Duration.ofNanos(server.now() - began));
        pause = shorter(pause.multipliedBy(2), LONGEST);
        return true;
    }
}
