package io.lockkeeper.model.memory;

import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.TakenOut;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The holders and waiters of a lock, and what every change does beside the one thing asked: drop, promote, record. */
final class Entries {

    static final Duration WAITER_TTL = Duration.ofSeconds(30);
    private static final Duration CLAIM_TIME = Duration.ofSeconds(10);
    private static final int MAX_TOKENS = 65_536;
    private static final long TOKENS_AHEAD = 60_000_000;
    private static final Duration TOLD_FOR = Duration.ofMinutes(1);
    private static final int MOST_TOLD = 32;

    private final String name;
    final List<ModelEntry> holders = new ArrayList<>();
    final List<ModelEntry> queue = new ArrayList<>();
    private final List<Released> ended = new ArrayList<>();
    final List<TakenOut> takenOut = new ArrayList<>();
    final List<String> woken = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    boolean stored;
    int capacity;
    private long token;
    private @Nullable Released released;
    private @Nullable String wake;
    private Instant expiresAt = Instant.EPOCH;

    Entries(String name) {
        this.name = name;
    }

    /** Removes the document, as the purge does a day after the lock's last use. */
    void purge() {
        holders.clear();
        queue.clear();
        takenOut.clear();
        stored = false;
        capacity = 0;
        token = 0;
        released = null;
        wake = null;
    }

    /** Creates the document of an unused lock. */
    void begin(LockModel.Call call) {
        if (!stored) {
            stored = true;
            capacity = 1;
            token = call.now().toEpochMilli() * 1000;
            expiresAt = call.now();
        }
    }

    /** The lock as its document shows it, if it has one. */
    Optional<LockDocument> document() {
        List<Holder> leases = holders.stream().map(ModelEntry::holder).toList();
        List<Waiter> waiters = queue.stream()
                .filter(entry -> entry.paused == null)
                .map(ModelEntry::waiter)
                .toList();
        Pause paused = queue.stream()
                .flatMap(entry -> Stream.ofNullable(entry.paused))
                .findFirst()
                .orElse(null);
        return stored
                ? Optional.of(new LockDocument(
                        name, capacity, token, leases, waiters, released, wake, expiresAt, paused, takenOut))
                : Optional.empty();
    }

    void settle(LockModel.Call call, Collection<String> asking, Runnable asked) {
        if (!stored) {
            return;
        }
        ended.clear();
        woken.clear();
        dropped.clear();
        dropExpired(call);
        dropWhoRecallsNothing();
        asked.run();
        woken.addAll(dropped);
        promote(asking, call);
        note(call);
    }

    /** Whether there are no waiters, and the holders are the same as then, with time left and not evicted. */
    boolean isAsSeen(LockDocument seen, LockModel.Call call) {
        List<String> holding = seen.holders().stream().map(Holder::acquirer).toList();
        return stored
                && token == seen.token()
                && queue.isEmpty()
                && takenOut.isEmpty()
                && holders.stream().map(lease -> lease.acquirer).toList().equals(holding)
                && holders.stream().noneMatch(lease -> lease.hasExpired(call) || lease.evicted != null);
    }

    void grantAs(ModelEntry lease, long next) {
        lease.token = next;
        token = next + (lease.keep == null ? 1 : lease.keep.tokens()) - 1;
    }

    private void dropExpired(LockModel.Call call) {
        holders.stream()
                .filter(lease -> lease.hasExpired(call))
                .forEach(lease -> ended.add(lease.released(lease.expiresAt, lease.stamp)));
        holders.removeIf(lease -> lease.hasExpired(call));
        queue.removeIf(waiter -> waiter.hasExpired(call));
        takenOut.removeIf(waiter -> !waiter.at().plus(TOLD_FOR).isAfter(call.now()));
    }

    /** Takes exactly that waiter out of the queue, and wakes it. */
    void takeOut(String acquirer, String by, String reason, LockModel.Call call) {
        if (queue.removeIf(entry -> entry.paused == null && entry.acquirer.equals(acquirer))) {
            takenOut.add(new TakenOut(acquirer, by, reason, call.now()));
            woken.add(acquirer);
        }
        while (takenOut.size() > MOST_TOLD) {
            takenOut.removeFirst();
        }
    }

    /** Drops and wakes the waiters that only recall a lease which is no longer kept. */
    private void dropWhoRecallsNothing() {
        queue.removeIf(waiter -> {
            boolean drops = waiter.recalls != null
                    && holders.stream().noneMatch(lease -> lease.isKept() && lease.acquirer.equals(waiter.recalls));
            if (drops) {
                dropped.add(waiter.acquirer);
            }
            return drops;
        });
    }

    /** Drops the tries from the queue, except the first in it if it recalls a kept lease. */
    void doNotWait(Map<String, Duration> tries) {
        Optional<String> kept = holders.stream()
                .filter(ModelEntry::isKept)
                .map(lease -> lease.acquirer)
                .findFirst();
        Optional<ModelEntry> head = queue.stream()
                .limit(1)
                .filter(first -> kept.isPresent()
                        && tries.getOrDefault(first.acquirer, Duration.ZERO).isPositive())
                .findFirst();
        head.ifPresent(first -> {
            Duration longest =
                    tries.values().stream().max(Comparator.naturalOrder()).orElseThrow();
            first.recalls = kept.get();
            first.expiresAt = first.updatedAt.plus(longest).plusSeconds(1);
        });
        queue.removeIf(waiter -> tries.containsKey(waiter.acquirer)
                && head.filter(waiter::equals).isEmpty());
    }

    /** Wakes the keeper of a kept lease if a waiter came with this call, or could not because its capacity is another. */
    void recall(LockModel.Call call, boolean another) {
        if (!stored) {
            return;
        }
        if (another || queue.stream().anyMatch(waiter -> waiter.stamp.equals(call.stamp()))) {
            holders.stream().filter(ModelEntry::isKept).forEach(lease -> woken.add(lease.acquirer + "?"));
        }
        noteWoken(call);
    }

    void touch(ModelEntry entry, LockModel.Call call) {
        if (entry.evicted == null && !entry.ttl.isZero()) {
            entry.updatedAt = latest(entry.updatedAt.plusMillis(1), call.now());
            if (entry.recalls == null) { // else it has a time of its own
                Duration ttl = holders.contains(entry) ? entry.ttl : shorter(entry.ttl, WAITER_TTL);
                entry.expiresAt = entry.updatedAt.plus(ttl);
            }
            entry.stamp = call.stamp();
        }
    }

    void mark(ModelEntry lease, String by, String reason, Duration quarantine, LockModel.Call call) {
        lease.evicted = new Eviction(by, reason, call.now(), call.now().plus(quarantine));
        lease.stamp = call.stamp();
        woken.add(lease.acquirer);
    }

    void endLeases(Collection<String> acquirers, LockModel.Call call) {
        List<ModelEntry> leases = holders.stream()
                .filter(lease -> acquirers.contains(lease.acquirer))
                .toList();
        leases.forEach(lease -> ended.add(lease.released(call.now(), call.stamp())));
        holders.removeAll(leases);
    }

    private void promote(Collection<String> asking, LockModel.Call call) {
        while (!queue.isEmpty() && queue.getFirst().weight <= capacity - weightOfHolders()) {
            grant(queue.removeFirst(), asking, call);
        }
    }

    private void grant(ModelEntry entry, Collection<String> asking, LockModel.Call call) {
        boolean asks = asking.contains(entry.acquirer);
        long now = call.now().toEpochMilli() * 1000;
        entry.token = Math.max(token + 1, now);
        entry.recalls = null;
        keep(entry, asks, now);
        token = entry.token + (entry.keep == null ? 1 : entry.keep.tokens()) - 1;
        entry.updatedAt = latest(entry.updatedAt.plusMillis(1), call.now());
        entry.startedAt = entry.updatedAt;
        entry.expiresAt = entry.updatedAt.plus(asks ? entry.ttl : shorter(entry.ttl, CLAIM_TIME));
        holders.add(entry);
        if (!asks) {
            woken.add(entry.acquirer + "=" + entry.token + (entry.keep == null ? "" : "+" + entry.keep.tokens()));
        }
    }

    /** Lets the calling acquirer keep an exclusive lock without waiters; a cohort has tokens also where others wait. */
    private void keep(ModelEntry entry, boolean asks, long now) {
        Keep asked = entry.keep;
        entry.keep = null;
        if (asked == null || capacity != 1) {
            return;
        }
        boolean keeps = asks && !asked.time().isZero() && queue.isEmpty();
        if (keeps || asked.cohort()) {
            long most = Math.min(asked.tokens(), Math.min(MAX_TOKENS, now + TOKENS_AHEAD - entry.token + 1));
            entry.keep = new Keep(keeps ? asked.time() : Duration.ZERO, (int) Math.max(1, most));
        }
    }

    /** Records the lease that ended last, whom the call concerns, and the latest expiry. */
    private void note(LockModel.Call call) {
        Instant last = ended.stream().map(Released::at).reduce(Instant.MIN, Entries::latest);
        ended.stream().filter(lease -> lease.at().equals(last)).forEach(lease -> released = lease);
        noteWoken(call);
        noteExpiry();
    }

    private void noteWoken(LockModel.Call call) {
        if (!woken.isEmpty()) {
            wake = call.stamp() + " " + String.join(" ", woken);
        }
    }

    void noteExpiry() {
        expiresAt =
                entries().map(entry -> entry.expiresAt).reduce(Entries::latest).orElse(expiresAt);
    }

    Stream<ModelEntry> entries() {
        return Stream.concat(holders.stream(), queue.stream());
    }

    Optional<ModelEntry> lease(String acquirer, long seenToken) {
        return holders.stream()
                .filter(lease -> lease.acquirer.equals(acquirer) && lease.token == seenToken)
                .findFirst();
    }

    private long weightOfHolders() {
        return holders.stream().mapToLong(lease -> lease.weight).sum();
    }

    static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
