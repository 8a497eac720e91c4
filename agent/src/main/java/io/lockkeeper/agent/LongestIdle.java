package io.lockkeeper.agent;

import com.mongodb.MongoException;
import io.lockkeeper.agent.calls.Server;
import io.lockkeeper.agent.keeping.RecallBudget;
import io.lockkeeper.agent.store.Use;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Acquires the free lock, of many, that has been idle longest. One read of all locks gives the order, in which the locks are then tried;
 * those that somebody else acquired in between are skipped.
 */
final class LongestIdle {

    private final Server server;
    private final Requests asking;
    private final BackgroundReleases releases;

    LongestIdle(Server server, Requests asking, BackgroundReleases releases) {
        this.server = server;
        this.asking = asking;
        this.releases = releases;
    }

    Optional<Lease> tryAcquire(Collection<LockRequest> requests) {
        RecallBudget recall = asking.recallBudget();
        for (LockRequest request : longestIdleFirst(requests)) {
            Optional<Lease> lease = asking.attempt(request, recall).lease();
            if (lease.isPresent()) {
                return lease;
            }
        }
        return Optional.empty();
    }

    /** Locks that were never used come first, in the order given. */
    private List<LockRequest> longestIdleFirst(Collection<LockRequest> requests) {
        awaitReleases(requests);
        Map<String, Use> uses = new HashMap<>();
        uses(requests).forEach(use -> uses.put(use.lock(), use));
        return requests.stream()
                .filter(request -> !use(uses, request).busy())
                .sorted(Comparator.comparing(request -> use(uses, request).idleSince()))
                .toList();
    }

    private List<Use> uses(Collection<LockRequest> requests) {
        List<LockName> names = requests.stream().map(LockRequest::name).toList();
        try {
            return server.uses(names);
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            throw new LockUnavailableException(names.getFirst().value(), "the locks could not be read", e);
        }
    }

    /** Awaits the releases, all within the time of one try. */
    private void awaitReleases(Collection<LockRequest> requests) {
        long giveUpAt = server.now() + server.timeouts().answer().toNanos();
        for (LockRequest request : requests) {
            try {
                Duration left = Duration.ofNanos(Math.max(0, giveUpAt - server.now()));
                releases.awaitBeforeTry(request.name(), left);
            } catch (InterruptedException e) {
                throw Requests.interrupted(request, e);
            }
        }
    }

    private static Use use(Map<String, Use> uses, LockRequest request) {
        String name = request.name().value();
        return uses.getOrDefault(name, new Use(name, false, Instant.EPOCH));
    }
}
