package io.lockkeeper.agent.waiting;

import io.lockkeeper.agent.calls.Bid;
import io.lockkeeper.agent.calls.CarriedEnqueue;
import io.lockkeeper.agent.calls.Grant;
import io.lockkeeper.agent.calls.ServerCall;
import io.lockkeeper.agent.calls.WaitingCallers;
import io.lockkeeper.agent.time.AgentTime;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * All waiting callers of this agent, by acquirer, with one {@link LocalQueue} for each lock. A lock without waiters takes no memory here.
 */
public final class LocalWaiters implements WaitingCallers {

    private final Map<String, LocalWaiter> byAcquirer = new ConcurrentHashMap<>();
    private final Map<String, LocalQueue> byLock = new ConcurrentHashMap<>();
    /** The acquirer that asks for a lock for which no caller waits. */
    private final Map<String, String> asking = new ConcurrentHashMap<>();

    private final LongSupplier ticker;
    private final Machine machine;
    private final Duration skewAllowance;
    private final Predicate<LockName> isHandedOn;
    private volatile boolean closed;

    /**
     * The agent hands on its lease of a lock while {@code isHandedOn} is true for it.
     *
     * @param skewAllowance the difference that clocks may have
     */
    public LocalWaiters(AgentTime time, Duration skewAllowance, Predicate<LockName> isHandedOn) {
        this.ticker = time::nanos;
        this.machine = time.machine();
        this.skewAllowance = skewAllowance;
        this.isHandedOn = isHandedOn;
    }

    /**
     * The wait of a request. A grant is believed at its event if enough of its claim time is left for the first touch. Manual renewal has no
     * first touch, so its grants are never believed at their events.
     *
     * @param renewed whether the agent renews its lease
     */
    public LocalWaiter waiter(Bid bid, boolean renewed) {
        return new LocalWaiter(bid, ticker, machine, renewed ? skewAllowance.multipliedBy(5) : LocalWaiter.NEVER);
    }

    /**
     * Whether the request may go to the server at once: no other caller of the agent waits for the lock, or asks for it. Those that come until
     * {@link #hasAsked} wait behind it.
     */
    public boolean asksFirst(Bid bid) {
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
    public void hasAsked(Bid bid) {
        if (asking.remove(bid.lock().value(), bid.acquirer())) {
            moveUp(bid.lock()); // those that joined meanwhile, or that join at this moment
        }
    }

    public void add(LocalWaiter waiter) {
        add(waiter, LocalQueue::join);
    }

    /** Adds the waiter of a request that asked first: before those that came while it asked. */
    public void addFirst(LocalWaiter waiter) {
        add(waiter, LocalQueue::joinFirst);
        if (waiter.bid().wasHinted()) {
            waiter.hint(); // by an event that came before it waited
        }
        hasAsked(waiter.bid()); // only now, as others find it in the queue
    }

    /** Adds the waiter of a request that stands in the lock's queue already, where these acquirers do. */
    public void addInPlace(LocalWaiter waiter, List<String> order) {
        add(waiter, (queue, each) -> queue.joinInPlace(each, order));
        waiter.hint(); // a release of this agent that was sent before did not touch it
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

    public void remove(LocalWaiter waiter) {
        byAcquirer.remove(waiter.bid().acquirer());
        byLock.computeIfPresent(waiter.bid().lock().value(), (name, queue) -> queue.leave(waiter) ? null : queue);
    }

    /** Gives free places to waiters in memory, after the agent has stopped handing its lease on. */
    public void moveUp(LockName lock) {
        byLock.computeIfPresent(lock.value(), (name, queue) -> {
            queue.moveUp();
            return queue;
        });
    }

    /** As {@link #moveUp}, on a thread of its own: the agent's threads never wait for callers that join or leave. */
    public void moveUpLater(Machine machine, LockName lock) {
        if (byLock.containsKey(lock.value())) {
            machine.virtual("lockkeeper-queue", () -> moveUp(lock)).start();
        }
    }

    /** The caller that has waited longest for the lock in memory. */
    public Optional<LocalWaiter> firstInMemory(LockName lock) {
        LocalQueue queue = byLock.get(lock.value());
        return queue == null ? Optional.empty() : queue.firstInMemory();
    }

    /** The number of the agent's callers that wait for the lock. */
    public int count(LockName lock) {
        LocalQueue queue = byLock.get(lock.value());
        return queue == null ? 0 : queue.count();
    }

    /** The number of those that wait in memory, without a place in the lock's document. */
    public int countInMemory(LockName lock) {
        LocalQueue queue = byLock.get(lock.value());
        return queue == null ? 0 : queue.countInMemory();
    }

    public Optional<LocalWaiter> find(String acquirer) {
        return Optional.ofNullable(byAcquirer.get(acquirer));
    }

    @Override
    public List<String> next(LockName lock) {
        LocalQueue queue = byLock.get(lock.value());
        return queue == null
                ? List.of()
                : queue.next().stream().map(waiter -> waiter.bid().acquirer()).toList();
    }

    @Override
    public boolean hasEnqueueFor(Ask call) {
        LocalQueue queue = byLock.get(call.lock().value());
        return queue != null && queue.hasEnqueueFor(call);
    }

    @Override
    public List<CarriedEnqueue> takeEnqueues(Ask call) {
        LocalQueue queue = byLock.get(call.lock().value());
        return queue == null ? List.of() : queue.takeEnqueues(call);
    }

    @Override
    public boolean isAhead(CarriedEnqueue enqueue, Ask call) {
        LocalQueue queue = byLock.get(call.lock().value());
        return queue != null && queue.isAhead(enqueue, call);
    }

    @Override
    public List<String> offer(ServerCall call, Snapshot snapshot) {
        List<String> others = new ArrayList<>();
        for (Holder holder : snapshot.lock().holders()) {
            find(holder.acquirer()).ifPresent(waiter -> {
                if (holder.stamp().equals(call.stamp())) {
                    waiter.offer(Grant.answered(holder, call));
                } else if (waiter.isQueued()) { // else the answer to its own enqueue comes first
                    others.add(holder.acquirer());
                }
            });
        }
        snapshot.lock().queue().stream()
                .filter(entry -> entry.stamp().equals(call.stamp()))
                .forEach(entry ->
                        find(entry.acquirer()).ifPresent(waiter -> waiter.saw(snapshot, call.stamp(), call.sentAt())));
        return others;
    }

    @Override
    public List<String> granted(Ask call, Snapshot snapshot) {
        return snapshot.lock().holders().stream()
                .map(Holder::acquirer)
                .filter(acquirer -> !acquirer.equals(call.acquirer()))
                .filter(acquirer -> find(acquirer).filter(LocalWaiter::isQueued).isPresent())
                .toList();
    }

    @Override
    public void hint(Collection<String> acquirers) {
        acquirers.forEach(acquirer -> find(acquirer).ifPresent(LocalWaiter::hint));
    }

    public Collection<LocalWaiter> all() {
        return List.copyOf(byAcquirer.values());
    }

    /** Cancels every wait, also those to come, and returns the cancelled ones. */
    public Collection<LocalWaiter> close() {
        closed = true;
        Collection<LocalWaiter> cancelled = all();
        cancelled.forEach(LocalWaiter::cancel); // all of them, before one leaves and another takes its place
        cancelled.forEach(LocalWaiter::hint);
        return cancelled;
    }

    public int count() {
        return byAcquirer.size();
    }

    public boolean isEmpty() {
        return byAcquirer.isEmpty();
    }
}
