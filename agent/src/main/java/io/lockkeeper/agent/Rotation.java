package io.lockkeeper.agent;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Of many locks, the free one that has been idle longest. What is idle is read for all together, and is a hint: the locks are
 * then tried in that order, and those that somebody else took in between are skipped.
 */
final class Rotation {

    private final Calls calls;
    private final Tries tries;

    Rotation(Calls calls, Tries tries) {
        this.calls = calls;
        this.tries = tries;
    }

    Optional<Lease> tryAcquire(Collection<LockRequest> requests) {
        for (LockRequest request : longestIdleFirst(requests)) {
            Optional<Lease> lease = tries.attempt(request).lease();
            if (lease.isPresent()) {
                return lease;
            }
        }
        return Optional.empty();
    }

    /** Those that nobody has used yet come first, in the order given. */
    private List<LockRequest> longestIdleFirst(Collection<LockRequest> requests) {
        Map<String, Use> uses = new HashMap<>();
        List<String> names =
                requests.stream().map(request -> request.name().value()).toList();
        calls.uses(names).forEach(use -> uses.put(use.lock(), use));
        return requests.stream()
                .filter(request -> !use(uses, request).busy())
                .sorted(Comparator.comparing(request -> use(uses, request).idleSince()))
                .toList();
    }

    private static Use use(Map<String, Use> uses, LockRequest request) {
        String name = request.name().value();
        return uses.getOrDefault(name, new Use(name, false, Instant.EPOCH));
    }

    /**
     * How a lock is used.
     *
     * @param lock its name
     * @param busy whether somebody holds it, or waits for it
     * @param idleSince when its last lease ended
     */
    record Use(String lock, boolean busy, Instant idleSince) {}
}
