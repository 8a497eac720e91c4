package io.lockkeeper.agent;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** The callers that wait now, by lock in the order in which they came. A lock that nobody waits for leaves nothing here. */
final class Waits {

    private final Map<String, Wait> byAcquirer = new ConcurrentHashMap<>();
    private final Map<String, Deque<Wait>> byLock = new HashMap<>();
    private final ReentrantLock guard = new ReentrantLock();
    private volatile boolean closed;

    void add(Wait wait) {
        byAcquirer.put(wait.bid().acquirer(), wait);
        guard.lock();
        try {
            Deque<Wait> queue = byLock.computeIfAbsent(wait.bid().lock().value(), name -> new ArrayDeque<>());
            queue.add(wait);
            queue.element().becomeFirst();
        } finally {
            guard.unlock();
        }
        if (closed) {
            wait.cancel();
        }
    }

    void remove(Wait wait) {
        byAcquirer.remove(wait.bid().acquirer());
        guard.lock();
        try {
            byLock.computeIfPresent(wait.bid().lock().value(), (name, queue) -> {
                queue.remove(wait);
                return queue.isEmpty() ? null : queue;
            });
            Optional.ofNullable(byLock.get(wait.bid().lock().value()))
                    .map(Deque::element)
                    .ifPresent(Wait::becomeFirst);
        } finally {
            guard.unlock();
        }
    }

    Optional<Wait> find(String acquirer) {
        return Optional.ofNullable(byAcquirer.get(acquirer));
    }

    Collection<Wait> all() {
        return List.copyOf(byAcquirer.values());
    }

    /** Cancels every wait, also those to come, and returns those that there were. */
    Collection<Wait> close() {
        closed = true;
        Collection<Wait> cancelled = all();
        cancelled.forEach(Wait::cancel);
        return cancelled;
    }

    boolean isEmpty() {
        return byAcquirer.isEmpty();
    }
}
