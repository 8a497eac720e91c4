package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lock in memory, as docs/protocol.md tells it: the plain twin of {@link Settle}, against which that is compared. It
 * takes nothing from it, not even its constants.
 */
final class LockModel {

    private static final int MAX_ENTRIES = 500;
    static final Duration WAITER_TTL = Duration.ofSeconds(30);
    private static final Duration CLAIM_TIME = Duration.ofSeconds(10);

    /** One call: when it reaches the lock, by the server's clock, and its stamp. */
    record Call(Instant now, String stamp) {}

    private final String name;
    private final List<ModelEntry> holders = new ArrayList<>();
    private final List<ModelEntry> queue = new ArrayList<>();
    private final List<Released> ended = new ArrayList<>();
    private final List<String> woken = new ArrayList<>();
    private boolean stored;
    private int capacity;
    private long token;
    private @Nullable Released released;
    private @Nullable String wake;
    private Instant expiresAt = Instant.EPOCH;

    LockModel(String name) {
        this.name = name;
    }

    void enqueue(Request request, Call call) {
        stored = true;
        settle(call, Set.of(request.acquirer()), () -> touchOrJoin(request, call));
    }

    void tryEnqueue(Request request, Call call) {
        enqueue(request, call);
        queue.removeIf(waiter -> waiter.acquirer.equals(request.acquirer()));
        noteExpiry();
    }

    void touch(Collection<String> acquirers, Call call) {
        settle(
                call,
                acquirers,
                () -> entries()
                        .filter(entry -> acquirers.contains(entry.acquirer))
                        .forEach(entry -> touch(entry, call)));
    }

    void lighten(String acquirer, int weight, Call call) {
        settle(
                call,
                Set.of(acquirer),
                () -> entries()
                        .filter(entry -> entry.acquirer.equals(acquirer))
                        .forEach(entry -> lighten(entry, weight, call)));
    }

    /** The lease ends so long after its grant, and who is next in the queue hears of it. */
    void linger(String acquirer, Duration atLeast, Call call) {
        settle(call, Set.of(acquirer), () -> {
            queue.stream().limit(1).forEach(next -> woken.add(next.acquirer));
            holders.stream()
                    .filter(lease -> lease.acquirer.equals(acquirer) && lease.evicted == null)
                    .toList()
                    .forEach(lease -> endAt(lease, lease.startedAt.plus(atLeast), call));
        });
    }

    void remove(Collection<String> acquirers, Call call) {
        settle(call, acquirers, () -> {
            queue.removeIf(waiter -> acquirers.contains(waiter.acquirer));
            endLeases(acquirers, call);
        });
    }

    void evict(String acquirer, long seenToken, String by, String reason, Duration quarantine, Call call) {
        settle(
                call,
                Set.of(),
                () -> lease(acquirer, seenToken).ifPresent(lease -> {
                    if (lease.evicted == null) {
                        mark(lease, by, reason, call);
                        lease.expiresAt = latest(lease.expiresAt, call.now.plus(quarantine));
                    }
                }));
    }

    void evictNow(String acquirer, long seenToken, String by, String reason, Call call) {
        settle(
                call,
                Set.of(),
                () -> lease(acquirer, seenToken).ifPresent(lease -> {
                    mark(lease, by, reason, call);
                    endLeases(Set.of(acquirer), call);
                }));
    }

    void purge() {
        holders.clear();
        queue.clear();
        stored = false;
        capacity = 0;
        token = 0;
        released = null;
        wake = null;
    }

    Optional<LockDocument> document() {
        List<Holder> leases = holders.stream().map(ModelEntry::holder).toList();
        List<Waiter> waiters = queue.stream().map(ModelEntry::waiter).toList();
        return stored
                ? Optional.of(new LockDocument(name, capacity, token, leases, waiters, released, wake, expiresAt))
                : Optional.empty();
    }

    private void settle(Call call, Collection<String> asking, Runnable asked) {
        if (!stored) {
            return;
        }
        ended.clear();
        woken.clear();
        dropExpired(call);
        asked.run();
        promote(asking, call);
        note(call);
    }

    private void dropExpired(Call call) {
        holders.stream()
                .filter(lease -> lease.hasExpired(call))
                .forEach(lease -> ended.add(lease.released(lease.expiresAt, lease.stamp)));
        holders.removeIf(lease -> lease.hasExpired(call));
        queue.removeIf(waiter -> waiter.hasExpired(call));
    }

    private void touchOrJoin(Request request, Call call) {
        Optional<ModelEntry> there = entries()
                .filter(entry -> entry.acquirer.equals(request.acquirer()))
                .findFirst();
        if (there.isPresent()) {
            touch(there.get(), call);
        } else if (mayJoin(request)) {
            capacity = request.capacity();
            queue.add(new ModelEntry(request, call));
        }
    }

    private boolean mayJoin(Request request) {
        boolean idle = holders.isEmpty() && queue.isEmpty();
        return (idle || capacity == request.capacity()) && holders.size() + queue.size() < MAX_ENTRIES;
    }

    private void touch(ModelEntry entry, Call call) {
        if (entry.evicted == null) {
            entry.updatedAt = latest(entry.updatedAt.plusMillis(1), call.now);
            Duration ttl = holders.contains(entry) ? entry.ttl : shorter(entry.ttl, WAITER_TTL);
            entry.expiresAt = entry.updatedAt.plus(ttl);
            entry.stamp = call.stamp;
        }
    }

    private void lighten(ModelEntry entry, int weight, Call call) {
        touch(entry, call);
        if (holders.contains(entry) && entry.evicted == null) {
            entry.weight = Math.min(entry.weight, weight);
        }
    }

    private void endAt(ModelEntry lease, Instant end, Call call) {
        if (end.isAfter(call.now)) {
            lease.stamp = call.stamp;
            lease.expiresAt = end;
        } else {
            endLeases(Set.of(lease.acquirer), call);
        }
    }

    private void mark(ModelEntry lease, String by, String reason, Call call) {
        lease.evicted = new Eviction(by, reason, call.now);
        lease.stamp = call.stamp;
        woken.add(lease.acquirer);
    }

    private void endLeases(Collection<String> acquirers, Call call) {
        List<ModelEntry> leases = holders.stream()
                .filter(lease -> acquirers.contains(lease.acquirer))
                .toList();
        leases.forEach(lease -> ended.add(lease.released(call.now, call.stamp)));
        holders.removeAll(leases);
    }

    private void promote(Collection<String> asking, Call call) {
        while (!queue.isEmpty() && queue.getFirst().weight <= capacity - weightOfHolders()) {
            grant(queue.removeFirst(), asking, call);
        }
    }

    private void grant(ModelEntry entry, Collection<String> asking, Call call) {
        boolean asks = asking.contains(entry.acquirer);
        token = Math.max(token + 1, call.now.toEpochMilli() * 1000);
        entry.token = token;
        entry.updatedAt = latest(entry.updatedAt.plusMillis(1), call.now);
        entry.startedAt = entry.updatedAt;
        entry.expiresAt = entry.updatedAt.plus(asks ? entry.ttl : shorter(entry.ttl, CLAIM_TIME));
        holders.add(entry);
        if (!asks) {
            woken.add(entry.acquirer);
        }
    }

    /** What the document says of itself: the lease that ended last, whom the call concerns, the latest expiry. */
    private void note(Call call) {
        Instant last = ended.stream().map(Released::at).reduce(Instant.MIN, LockModel::latest);
        ended.stream().filter(lease -> lease.at().equals(last)).forEach(lease -> released = lease);
        if (!woken.isEmpty()) {
            wake = call.stamp + " " + String.join(" ", woken);
        }
        noteExpiry();
    }

    private void noteExpiry() {
        expiresAt = entries()
                .map(entry -> entry.expiresAt)
                .reduce(LockModel::latest)
                .orElse(expiresAt);
    }

    private Stream<ModelEntry> entries() {
        return Stream.concat(holders.stream(), queue.stream());
    }

    private Optional<ModelEntry> lease(String acquirer, long seenToken) {
        return holders.stream()
                .filter(lease -> lease.acquirer.equals(acquirer) && lease.token == seenToken)
                .findFirst();
    }

    private long weightOfHolders() {
        return holders.stream().mapToLong(lease -> lease.weight).sum();
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
