package io.lockkeeper.model.memory;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.ThreadStack;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lock in memory, as docs/maintainers/protocol.md describes it: the plain twin of {@link Settle}, which is tested against it, and the
 * engine of agents that tests run without MongoDB. It shares nothing with Settle, not even constants. For one thread at a time.
 */
public final class LockModel {

    private static final int MAX_ENTRIES = 500;
    private static final int MAX_STACKS = 8;

    /**
     * One call.
     *
     * @param now when it reaches the lock, by the server's clock, in whole milliseconds
     * @param stamp its own
     */
    public record Call(Instant now, String stamp) {}

    private final Entries lock;

    /** An unused lock. */
    public LockModel(String name) {
        this.lock = new Entries(name);
    }

    /** Applies the one request of an agent. */
    public void apply(Ask ask, Call call) {
        switch (ask) {
            case Ask.Combinable alone -> together(List.of(alone), call);
            case Ask.Lighten lighten -> lighten(lighten.acquirer(), lighten.weight(), call);
            case Ask.Linger linger -> linger(linger.acquirer(), linger.atLeast(), call);
            case Ask.EndKeep ended -> endKeep(ended.acquirer(), call);
            case Ask.Attach attach -> attach(attach.acquirer(), attach.state(), attach.frames(), call);
        }
    }

    /** Applies touches, then removes, then requests in their order, tries last; in the end, tries that were not granted leave. */
    public void together(List<Ask.Combinable> asks, Call call) {
        lock.stored |= asks.stream().anyMatch(ask -> ask instanceof Ask.Enqueue || ask instanceof Ask.TryEnqueue);
        lock.settle(call, touched(asks), () -> {
            touchEach(touched(asks), call);
            removeEach(acquirers(asks, Ask.Remove.class), call);
            asks.stream()
                    .sorted(Comparator.comparing(ask -> ask instanceof Ask.TryEnqueue attempt
                            ? attempt.request().weight()
                            : 0))
                    .forEach(ask -> join(ask, call));
        });
        lock.doNotWait(tries(asks));
        if (asks.stream().anyMatch(ask -> ask instanceof Ask.Enqueue || ask instanceof Ask.TryEnqueue)) {
            lock.recall(call, isOfAnotherCapacity(asks));
        }
        lock.noteExpiry();
    }

    /** Whether a request cannot join the queue because the lock is in use with another capacity. */
    private boolean isOfAnotherCapacity(List<Ask.Combinable> asks) {
        return asks.stream()
                .flatMap(ask -> Stream.ofNullable(request(ask)))
                .anyMatch(request -> request.capacity() != lock.capacity);
    }

    /** How long each try waits for a kept lease. */
    private static Map<String, Duration> tries(List<Ask.Combinable> asks) {
        return asks.stream()
                .filter(Ask.TryEnqueue.class::isInstance)
                .map(Ask.TryEnqueue.class::cast)
                .collect(Collectors.toMap(Ask.TryEnqueue::acquirer, Ask.TryEnqueue::recall, (one, other) -> one));
    }

    /** Has the lease end with its release. A try that recalled it leaves in the same call. */
    public void endKeep(String acquirer, Call call) {
        lock.holders.stream()
                .filter(lease -> lease.acquirer.equals(acquirer) && lease.evicted == null)
                .forEach(lease -> lease.keep = null);
        lock.settle(call, Set.of(), () -> {});
    }

    /**
     * Applies the fast path: nothing, unless the lock is as it was seen, and the tokens do not run ahead of the clock too far; a grant's
     * token is then the next after the last.
     */
    public void quietly(LockDocument seen, Ask.Combinable ask, Call call) {
        long upTo = seen.token() + tokens(ask);
        boolean ahead = upTo > call.now().toEpochMilli() * 1000 + 60_000_000;
        if (lock.isAsSeen(seen, call) && !(ahead && tokens(ask) > 0)) {
            together(List.of(ask), call);
            lock.holders.forEach(lease -> lock.grantAs(lease, seen.token() + 1));
        }
    }

    /** How many tokens the request asks for; none where no lease is kept. */
    private static int tokens(Ask.Combinable ask) {
        Request request = request(ask);
        Keep keep = request == null || request.capacity() != 1 ? null : request.keep();
        return keep == null ? 0 : keep.tokens();
    }

    private static @Nullable Request request(Ask.Combinable ask) {
        return switch (ask) {
            case Ask.Enqueue enqueue -> enqueue.request();
            case Ask.TryEnqueue attempt -> attempt.request();
            default -> null;
        };
    }

    private static List<String> touched(List<Ask.Combinable> asks) {
        return asks.stream()
                .flatMap(
                        ask -> ask instanceof Ask.Remove remove ? remove.waiting().stream() : Stream.of(ask.acquirer()))
                .toList();
    }

    private static List<String> acquirers(List<Ask.Combinable> asks, Class<? extends Ask> kind) {
        return asks.stream().filter(kind::isInstance).map(Ask::acquirer).toList();
    }

    /** Applies the heartbeat of many entries. */
    public void touchAll(List<Beat> beats, Call call) {
        List<String> acquirers = beats.stream().map(Beat::acquirer).toList();
        lock.settle(call, acquirers, () -> {
            touchEach(acquirers, call);
            beats.forEach(beat -> lock.queue.stream()
                    .filter(waiter -> waiter.acquirer.equals(beat.acquirer()))
                    .forEach(waiter -> waiter.behind = beat.behind()));
            beats.stream()
                    .filter(beat -> beat.use() != null)
                    .forEach(beat -> lock.holders.stream()
                            .filter(lease -> lease.acquirer.equals(beat.acquirer()) && lease.stamp.equals(call.stamp))
                            .forEach(lease -> lease.use = beat.use()));
        });
    }

    private void touchEach(Collection<String> acquirers, Call call) {
        lock.entries().filter(entry -> acquirers.contains(entry.acquirer)).forEach(entry -> lock.touch(entry, call));
    }

    /** Touches the lease, which then weighs at most {@code weight}. */
    public void lighten(String acquirer, int weight, Call call) {
        lock.settle(
                call,
                Set.of(acquirer),
                () -> lock.entries()
                        .filter(entry -> entry.acquirer.equals(acquirer))
                        .forEach(entry -> lighten(entry, weight, call)));
    }

    /** Ends the live lease that long after its grant, now at the soonest, and no touch extends it; the next in the queue is woken. */
    public void linger(String acquirer, Duration atLeast, Call call) {
        lock.holders.stream()
                .filter(lease -> lease.acquirer.equals(acquirer) && lease.evicted == null && !lease.hasExpired(call))
                .forEach(lease -> {
                    lease.ttl = Duration.ZERO;
                    lease.stamp = call.stamp;
                    lease.expiresAt = Entries.latest(call.now, lease.startedAt.plus(atLeast));
                });
        lock.settle(
                call,
                Set.of(acquirer),
                () -> lock.queue.stream().limit(1).forEach(next -> lock.woken.add(next.acquirer)));
    }

    /** Ends the entries of these acquirers, as giving up does. */
    public void removeAll(Collection<String> acquirers, Call call) {
        lock.settle(call, Set.of(), () -> removeEach(acquirers, call));
    }

    private void removeEach(Collection<String> acquirers, Call call) {
        lock.queue.removeIf(waiter -> acquirers.contains(waiter.acquirer));
        lock.endLeases(acquirers, call);
    }

    /** Marks exactly that lease, once. */
    public void evict(String acquirer, long seenToken, String by, String reason, Duration quarantine, Call call) {
        lock.settle(
                call,
                Set.of(),
                () -> lock.lease(acquirer, seenToken).ifPresent(lease -> {
                    if (lease.evicted == null) {
                        lock.mark(lease, by, reason, quarantine, call);
                        lease.expiresAt = Entries.latest(lease.expiresAt, call.now.plus(quarantine));
                    }
                }));
    }

    /** Ends exactly that lease. */
    public void evictNow(String acquirer, long seenToken, String by, String reason, Call call) {
        lock.settle(
                call,
                Set.of(),
                () -> lock.lease(acquirer, seenToken).ifPresent(lease -> {
                    lock.mark(lease, by, reason, Duration.ZERO, call);
                    lock.endLeases(Set.of(acquirer), call);
                }));
    }

    /** Pauses the lock until then: an entry that never fits stands at the head of the queue. */
    public void pause(String by, String reason, Instant until, Call call) {
        lock.settle(call, Set.of(), () -> {
            lock.queue.removeIf(entry -> entry.paused != null);
            if (until.isAfter(call.now)) {
                Owner shown = new Owner("", "paused by an operator", by, "", 0, "", reason);
                lock.queue.addFirst(new ModelEntry(new Pause(call.stamp, by, reason, call.now, until), shown));
            }
        });
        lock.recall(call, false);
    }

    /** As a pause, but gives the lock a document if it has none. */
    public void pauseUnused(String by, String reason, Instant until, Call call) {
        lock.begin(call);
        pause(by, reason, until, call);
    }

    /** Takes exactly that waiter out of the queue, which its request cannot join again. */
    public void takeOut(String acquirer, String by, String reason, Call call) {
        lock.settle(call, Set.of(), () -> lock.takeOut(acquirer, by, reason, call));
    }

    /** Records what the holder's thread is doing. */
    public void attach(String acquirer, Thread.State state, List<String> frames, Call call) {
        lock.settle(
                call,
                Set.of(),
                () -> lock.holders.stream()
                        .filter(lease -> lease.acquirer.equals(acquirer) && lease.evicted == null)
                        .filter(lease -> stacksBeside(lease) < MAX_STACKS)
                        .forEach(lease -> lease.stack = new ThreadStack(call.now, state.name(), frames)));
    }

    private long stacksBeside(ModelEntry one) {
        return lock.holders.stream()
                .filter(lease -> lease.stack != null && !lease.equals(one))
                .count();
    }

    private void join(Ask.Combinable ask, Call call) {
        switch (ask) {
            case Ask.Enqueue enqueue -> join(enqueue.request(), enqueue.behind(), call);
            case Ask.TryEnqueue attempt -> join(attempt.request(), 0, call);
            default -> {}
        }
    }

    private void join(Request request, int behind, Call call) {
        boolean there = lock.entries().anyMatch(entry -> entry.acquirer.equals(request.acquirer()));
        boolean takenOut =
                lock.takenOut.stream().anyMatch(waiter -> waiter.acquirer().equals(request.acquirer()));
        if (!there && !takenOut && mayJoin(request)) {
            lock.capacity = request.capacity();
            lock.queue.add(new ModelEntry(request, behind, call));
        }
    }

    private boolean mayJoin(Request request) {
        boolean idle = lock.entries().allMatch(entry -> entry.paused != null);
        return (idle || lock.capacity == request.capacity()) && lock.holders.size() + lock.queue.size() < MAX_ENTRIES;
    }

    private void lighten(ModelEntry entry, int weight, Call call) {
        lock.touch(entry, call);
        if (lock.holders.contains(entry) && entry.evicted == null) {
            entry.weight = Math.min(entry.weight, weight);
        }
    }

    /** Removes the document, as the purge does a day after the lock's last use. */
    public void purge() {
        lock.purge();
    }

    /** The lock as its document shows it, if it has one. */
    public Optional<LockDocument> document() {
        return lock.document();
    }
}
