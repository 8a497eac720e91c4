package io.lockkeeper.console.act.eviction;

import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;

/** A waiter, and whether its agent still keeps it alive. */
public record QueuedWaiter(Waiter waiter, boolean alive) {

    /** The waiters of a queue, in its order. */
    public static List<QueuedWaiter> of(List<Waiter> queue, Instant now) {
        return queue.stream()
                .map(it -> new QueuedWaiter(it, it.expiresAt().isAfter(now)))
                .toList();
    }
}
