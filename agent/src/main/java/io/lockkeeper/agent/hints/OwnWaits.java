package io.lockkeeper.agent.hints;

import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The agent's own requests in the queues of locks, as answers have shown them: those that must look for themselves, because a hint may be lost.
 * Those who are next look each time, the others within three seconds.
 */
final class OwnWaits {

    /** How long a lock goes unread: three seconds at most, with the time until the next look. */
    private static final long REARWARD = Duration.ofSeconds(2).toNanos();
    /** A waiting request is touched more often than that, and seen with each touch. */
    private static final long FORGOTTEN = Duration.ofMinutes(1).toNanos();
    /** From how many locks on those that were not seen lately are forgotten with each that is seen. */
    private static final int MANY = 10_000;
    /** How many places in the queue are looked for each time. */
    private static final int NEXT = 2;

    private final String self;
    private final Map<LockName, Seen> byLock = new ConcurrentHashMap<>();

    private record Seen(List<String> acquirers, boolean next, long seenAt, long lookedAt) {

        boolean isDue(long now) {
            return next || now - lookedAt >= REARWARD;
        }

        Seen looked(long now) {
            return new Seen(acquirers, next, seenAt, now);
        }
    }

    /** The locks to look at now, and for whom. */
    record Due(Collection<LockName> locks, Collection<String> acquirers) {}

    OwnWaits(String self) {
        this.self = self;
    }

    void saw(LockDocument lock, long now) {
        List<Waiter> queue = lock.queue();
        List<String> own = queue.stream()
                .filter(waiter -> waiter.owner().agent().equals(self))
                .map(Waiter::acquirer)
                .toList();
        LockName name = new LockName(lock.name());
        if (byLock.size() > MANY) {
            forget(now);
        }
        if (own.isEmpty()) {
            byLock.remove(name);
        } else {
            boolean next = IntStream.range(0, Math.min(NEXT, queue.size()))
                    .anyMatch(place -> own.contains(queue.get(place).acquirer()));
            byLock.merge(
                    name, new Seen(own, next, now, now), (before, seen) -> new Seen(own, next, now, before.lookedAt()));
        }
    }

    Due due(long now) {
        forget(now);
        List<LockName> locks = byLock.entrySet().stream()
                .filter(each -> each.getValue().isDue(now))
                .map(Map.Entry::getKey)
                .toList();
        List<String> acquirers =
                locks.stream().flatMap(lock -> acquirers(lock).stream()).toList();
        locks.forEach(lock -> byLock.computeIfPresent(lock, (name, seen) -> seen.looked(now)));
        return new Due(locks, acquirers);
    }

    private void forget(long now) {
        byLock.values().removeIf(seen -> now - seen.seenAt() > FORGOTTEN);
    }

    private List<String> acquirers(LockName lock) {
        Seen seen = byLock.get(lock);
        return seen == null ? List.of() : seen.acquirers();
    }
}
