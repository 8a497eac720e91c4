package io.lockkeeper.agent;

import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * All waiting callers of this agent, by acquirer, with one {@link LocalQueue} for each lock. A lock without waiters takes no memory here.
 */
final class LocalWaiters {

    private final Map<String, LocalWaiter> byAcquirer = new ConcurrentHashMap<>();
    private final Map<String, LocalQueue> byLock = new ConcurrentHashMap<>();
    /** The acquirer that asks for a lock for which no caller waits. */
    private final Map<String, String> asking = new ConcurrentHashMap<>();

    private final Predicate<LockName> isHandedOn;
    private volatile boolean closed;

    /** The agent hands on its lease of a lock while {@code isHandedOn} is true for it. */
    LocalWaiters(Predicate<LockName> isHandedOn) {
        this.isHandedOn = isHandedOn;
    }

    /**
     * Whether the request may go to the server at once: no other caller of the agent waits for the lock, or asks for it. Those that come until
     * {@link #hasAsked} wait behind it.
     */
    boolean asksFirst(Bid bid) {
        LockName lock = bid.lock();
        if (closed || isHandedOn.test(lock) || asking.putIfAbsent(lock.value(), bid.acquirer()) != null) {
            return false;
        }
        boolean first = !byLock.containsKey(lock.value()); // only now: those that come from here on find that it asks
        if (!first) {
            hasAsked(bid);
        }
        return first;
    }

    /** The request was answered, or waits by now. */
    void hasAsked(Bid bid) {
        if (asking.remove(bid.lock().value(), bid.acquirer())) {
            moveUp(bid.lock()); // those that joined meanwhile, or that join at this moment
        }
    }

    void add(LocalWaiter waiter) {
        add(waiter, LocalQueue::join);
    }

    /** Adds the waiter of a request that asked first: before those that came while it asked. */
    void addFirst(LocalWaiter waiter) {
        add(waiter, LocalQueue::joinFirst);
        if (waiter.bid().wasHinted()) {
            waiter.hint(); // by an event that came before it waited
        }
        hasAsked(waiter.bid()); // only now, as others find it in the queue
    }

    private void add(LocalWaiter waiter, BiConsumer<LocalQueue, LocalWaiter> joins) {
        LockName lock = waiter.bid().lock();
        byLock.compute(lock.value(), (name, queue) -> {
            LocalQueue joined = queue == null ? queueOf(lock) : queue;
            waiter.joins(joined);
            joins.accept(joined, waiter);
            return joined;
        });
        byAcquirer.put(
                waiter.bid().acquirer(), waiter); // once it has joined: a waiter that the monitor shows keeps its turn
        if (closed) {
            waiter.cancel();
            waiter.hint();
        }
    }

    private LocalQueue queueOf(LockName lock) {
        return new LocalQueue(() -> isHandedOn.test(lock), () -> asking.containsKey(lock.value()));
    }

    void remove(LocalWaiter waiter) {
        byAcquirer.remove(waiter.bid().acquirer());
        byLock.computeIfPresent(waiter.bid().lock().value(), (name, queue) -> queue.leave(waiter) ? null : queue);
    }

    /** Gives free places to waiters in memory, after the agent has stopped handing its lease on. */
    void moveUp(LockName lock) {
        byLock.computeIfPresent(lock.value(), (name, queue) -> {
            queue.moveUp();
            return queue;
        });
    }

    /** As {@link #moveUp}, on a thread of its own: the agent's threads never wait for callers that join or leave. */
    void moveUpLater(Machine machine, LockName lock) {
        if (byLock.containsKey(lock.value())) {
            machine.virtual("lockkeeper-queue", () -> moveUp(lock)).start();
        }
    }

    /** The caller that has waited longest for the lock in memory. */
    Optional<LocalWaiter> firstInMemory(LockName lock) {
        LocalQueue queue = byLock.get(lock.value());
        return queue == null ? Optional.empty() : queue.firstInMemory();
    }

    /** The number of the agent's callers that wait for the lock. */
    int count(LockName lock) {
        LocalQueue queue = byLock.get(lock.value());
        return queue == null ? 0 : queue.count();
    }

    /** The number of those that wait in memory, without a place in the lock's document. */
    int countInMemory(LockName lock) {
        LocalQueue queue = byLock.get(lock.value());
        return queue == null ? 0 : queue.countInMemory();
    }

    Optional<LocalWaiter> find(String acquirer) {
        return Optional.ofNullable(byAcquirer.get(acquirer));
    }

    /** The acquirers of this agent in the lock's queue that may be granted when a lease of the agent ends. */
    List<String> next(LockName lock) {
        LocalQueue queue = byLock.get(lock.value());
        return queue == null
                ? List.of()
                : queue.next().stream().map(waiter -> waiter.bid().acquirer()).toList();
    }

    /** Whether the call is to carry first enqueues of other callers along. */
    boolean hasPiggybackFor(Ask call) {
        LocalQueue queue = byLock.get(call.lock().value());
        return queue != null && queue.hasPiggybackFor(call);
    }

    /** Takes the first enqueues that the call carries along. Each is carried once. */
    List<Piggyback> takePiggybacks(Ask call) {
        LocalQueue queue = byLock.get(call.lock().value());
        return queue == null ? List.of() : queue.takePiggybacks(call);
    }

    /** Whether the enqueue is sent ahead of the call that carries it. */
    boolean isAhead(Piggyback enqueue, Ask call) {
        LocalQueue queue = byLock.get(call.lock().value());
        return queue != null && queue.isAhead(enqueue, call);
    }

    /**
     * Tells each waiter what the answer shows of it: its grant, or its place in the queue. A grant to a waiter that the call did not touch is a
     * reason to look: the document's order is not the agent's where a caller stood still before it was sent.
     */
    void offer(ServerCall call, Snapshot snapshot) {
        snapshot.lock()
                .holders()
                .forEach(holder -> find(holder.acquirer()).ifPresent(waiter -> {
                    if (holder.stamp().equals(call.stamp())) {
                        waiter.offer(Grant.answered(holder, call));
                    } else {
                        waiter.hint();
                    }
                }));
        snapshot.lock().queue().stream()
                .filter(entry -> entry.stamp().equals(call.stamp()))
                .forEach(entry ->
                        find(entry.acquirer()).ifPresent(waiter -> waiter.saw(snapshot, call.stamp(), call.sentAt())));
    }

    /** Wakes these waiters to look. */
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
        cancelled.forEach(LocalWaiter::cancel); // all of them, before one leaves and another takes its place
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
