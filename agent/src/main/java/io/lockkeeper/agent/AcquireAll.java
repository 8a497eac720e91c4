package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.keeping.RecallBudget;
import io.lockkeeper.agent.time.Awaiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Acquires several locks, all or none. It acquires them in the order of their names, so that callers never wait for each other in a circle.
 */
final class AcquireAll {

    private final Server server;
    private final Requests asking;

    AcquireAll(Server server, Requests asking) {
        this.server = server;
        this.asking = asking;
    }

    LeaseSet acquire(Collection<LockRequest> requests, Duration longestWait) throws InterruptedException {
        long giveUpAt = server.now() + LockRequest.withinAYear(longestWait).toNanos();
        List<Lease> leases = new ArrayList<>();
        try {
            for (LockRequest request : inOrder(requests)) {
                Duration left = Duration.ofNanos(Math.max(1, giveUpAt - server.now()));
                leases.add(asking.acquire(request.withLongestWait(left)));
            }
            return new LeaseSet(leases);
        } catch (InterruptedException | RuntimeException e) {
            giveBack(leases);
            throw e;
        }
    }

    Optional<LeaseSet> tryAcquire(Collection<LockRequest> requests) {
        List<Lease> leases = new ArrayList<>();
        RecallBudget recall = asking.recallBudget();
        try {
            for (LockRequest request : inOrder(requests)) {
                Optional<Lease> lease = asking.attempt(request, recall).lease();
                if (lease.isEmpty()) {
                    giveBack(leases);
                    return Optional.empty();
                }
                leases.add(lease.get());
            }
            return Optional.of(new LeaseSet(leases));
        } catch (RuntimeException e) {
            giveBack(leases);
            throw e;
        }
    }

    /** The last first. */
    private void giveBack(List<Lease> leases) {
        CompletableFuture<?>[] released =
                leases.reversed().stream().map(Lease::releaseAsync).toArray(CompletableFuture[]::new);
        Awaiting.done(server.machine(), CompletableFuture.allOf(released), Server.SHORTEST_COMMAND);
    }

    private static List<LockRequest> inOrder(Collection<LockRequest> requests) {
        List<LockRequest> ordered = requests.stream()
                .sorted(Comparator.comparing(request -> request.name().value()))
                .toList();
        for (int i = 1; i < ordered.size(); i++) {
            if (ordered.get(i).name().equals(ordered.get(i - 1).name())) {
                throw new IllegalArgumentException("Lock \"%s\" is asked for twice, which would wait for itself"
                        .formatted(ordered.get(i).name()));
            }
        }
        if (ordered.isEmpty()) {
            throw new IllegalArgumentException("No lock is asked for");
        }
        return ordered;
    }
}
