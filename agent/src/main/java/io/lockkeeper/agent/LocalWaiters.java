package io.lockkeeper.agent;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All callers of this agent that wait, by acquirer, with one {@link LocalQueue} for each lock. A lock that nobody waits for leaves
 * nothing here.
 */
final class LocalWaiters {

    private final Map<String, LocalWaiter> byAcquirer = new ConcurrentHashMap<>();
    private final Map<String, LocalQueue> byLock = new ConcurrentHashMap<>();
    private volatile boolean closed;

    void add(LocalWaiter waiter) {
        byAcquirer.put(waiter.bid().acquirer(), waiter);
        byLock.compute(waiter.bid().lock().value(), (name, queue) -> {
            LocalQueue joined = queue == null ? new LocalQueue() : queue;
            waiter.joins(joined);
            joined.join(waiter);
            return joined;
        });
        if (closed) {
            waiter.cancel();
            waiter.hint();
        }
    }

    void remove(LocalWaiter waiter) {
        byAcquirer.remove(waiter.bid().acquirer());
        byLock.computeIfPresent(waiter.bid().lock().value(), (name, queue) -> queue.leave(waiter) ? null : queue);
    }

    Optional<LocalWaiter> find(String acquirer) {
        return Optional.ofNullable(byAcquirer.get(acquirer));
    }

    /** The agent's requests in the lock's queue that may be granted when a lease of the agent ends. */
    List<String> next(LockName lock) {
        LocalQueue queue = byLock.get(lock.value());
        return queue == null
                ? List.of()
                : queue.next().stream().map(waiter -> waiter.bid().acquirer()).toList();
    }

    /** Whether first enqueues of the agent wait that the call is to carry along. */
    boolean hasPiggybackFor(Ask call) {
        LocalQueue queue = byLock.get(call.lock().value());
        return queue != null && queue.hasPiggybackFor(call);
    }

    /** The first enqueues that the call carries along: each is carried once. */
    List<Piggyback> takePiggybacks(Ask call) {
        LocalQueue queue = byLock.get(call.lock().value());
        return queue == null ? List.of() : queue.takePiggybacks(call);
    }

    /** Whether the enqueue goes ahead of the call that carries it. */
    boolean isAhead(Piggyback enqueue, Ask call) {
        LocalQueue queue = byLock.get(call.lock().value());
        return queue != null && queue.isAhead(enqueue, call);
    }

    /** Hands each waiter that the call touched what the answer shows of it: its grant, or its place in the queue. */
    void offer(ServerCall call, Snapshot snapshot) {
        snapshot.lock().holders().stream()
                .filter(holder -> holder.stamp().equals(call.stamp()))
                .forEach(holder ->
                        find(holder.acquirer()).ifPresent(waiter -> waiter.offer(Grant.answered(holder, call))));
        snapshot.lock().queue().stream()
                .filter(entry -> entry.stamp().equals(call.stamp()))
                .forEach(entry ->
                        find(entry.acquirer()).ifPresent(waiter -> waiter.saw(snapshot, call.stamp(), call.sentAt())));
    }

    /** Wakes these to look. */
    void hint(Collection<String> acquirers) {
        acquirers.forEach(acquirer -> find(acquirer).ifPresent(LocalWaiter::hint));
    }

    Collection<LocalWaiter> all() {
        return List.copyOf(byAcquirer.values());
    }

    /** Cancels every wait, also those to come, and returns the cancelled ones. */
    Collection<LocalWaiter> close() {
        closed = true;
        Collection<LocalWaiter> cancelled = all();
        cancelled.forEach(LocalWaiter::cancel); // all, before one of them goes and another takes its place
        cancelled.forEach(LocalWaiter::hint);
        return cancelled;
    }

    int count() {
        return byAcquirer.size();
    }

    boolean isEmpty() {
        return byAcquirer.isEmpty();
    }
}
