package io.lockkeeper.testing;

import io.lockkeeper.agent.store.Use;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.Snapshot;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** How a lock is used. A lease that expired ended at that moment, even if no agent has settled the lock yet. */
final class Uses {

    private Uses() {}

    static Use of(Snapshot snapshot) {
        LockDocument lock = snapshot.lock();
        boolean busy = Stream.concat(
                        lock.holders().stream()
                                .filter(holder -> !holder.isKept())
                                .map(Holder::expiresAt),
                        lock.queue().stream().map(Waiter::expiresAt))
                .anyMatch(expiry -> expiry.isAfter(snapshot.serverTime()));
        Optional<Instant> ended = lock.holders().stream().map(Holder::expiresAt).max(Comparator.naturalOrder());
        Optional<Instant> released = Optional.ofNullable(lock.released()).map(Released::at);
        return new Use(lock.name(), busy, ended.or(() -> released).orElse(Instant.EPOCH));
    }
}
