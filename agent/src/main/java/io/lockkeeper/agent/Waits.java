package io.lockkeeper.agent;

import io.lockkeeper.agent.Calls.Call;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The callers that wait now, a line a lock. A lock that nobody waits for leaves nothing here. */
final class Waits {

    private final Map<String, Wait> byAcquirer = new ConcurrentHashMap<>();
    private final Map<String, Line> byLock = new ConcurrentHashMap<>();
    private volatile boolean closed;

    void add(Wait wait) {
        byAcquirer.put(wait.bid().acquirer(), wait);
        byLock.compute(wait.bid().lock().value(), (name, line) -> {
            Line joined = line == null ? new Line() : line;
            wait.joins(joined);
            joined.join(wait);
            return joined;
        });
        if (closed) {
            wait.cancel();
            wait.hint();
        }
    }

    void remove(Wait wait) {
        byAcquirer.remove(wait.bid().acquirer());
        byLock.computeIfPresent(wait.bid().lock().value(), (name, line) -> line.leave(wait) ? null : line);
    }

    Optional<Wait> find(String acquirer) {
        return Optional.ofNullable(byAcquirer.get(acquirer));
    }

    /** Those of the agent's requests in the lock's queue whose turn may come when a lease of the agent ends. */
    List<String> next(LockName lock) {
        Line line = byLock.get(lock.value());
        return line == null
                ? List.of()
                : line.next().stream().map(wait -> wait.bid().acquirer()).toList();
    }

    /** Hands over what the answer to a call tells of those whom that call touched: grants, or that they stood in the queue. */
    void offer(Call call, Snapshot snapshot) {
        snapshot.lock().holders().stream()
                .filter(holder -> holder.stamp().equals(call.stamp()))
                .forEach(holder -> find(holder.acquirer()).ifPresent(wait -> wait.offer(Grant.answered(holder, call))));
        snapshot.lock().queue().stream()
                .filter(waiter -> waiter.stamp().equals(call.stamp()))
                .forEach(waiter ->
                        find(waiter.acquirer()).ifPresent(wait -> wait.waits(snapshot, call.stamp(), call.sentAt())));
    }

    /** Somebody says that there is something to see for these. */
    void hint(Collection<String> acquirers) {
        acquirers.forEach(acquirer -> find(acquirer).ifPresent(Wait::hint));
    }

    Collection<Wait> all() {
        return List.copyOf(byAcquirer.values());
    }

    /** Cancels every wait, also those to come, and returns those that there were. */
    Collection<Wait> close() {
        closed = true;
        Collection<Wait> cancelled = all();
        cancelled.forEach(Wait::cancel); // all, before one of them goes and another takes its place
        cancelled.forEach(Wait::hint);
        return cancelled;
    }

    int count() {
        return byAcquirer.size();
    }

    boolean isEmpty() {
        return byAcquirer.isEmpty();
    }
}
