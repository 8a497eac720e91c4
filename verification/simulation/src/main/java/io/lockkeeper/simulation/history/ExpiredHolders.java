package io.lockkeeper.simulation.history;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.simulation.machine.Troubles;
import io.lockkeeper.simulation.shared.Result.Broken;
import io.lockkeeper.simulation.world.SimulatedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Leases that ran out while others waited: one of those looks for itself, and leaves none to its heartbeat. */
final class ExpiredHolders {

    private static final String RULE = "a waiter looks when the holder's lease runs out";
    private static final long LOOKS_WITHIN = Duration.ofMillis(900).toNanos();
    /** How long before a waiter must have known of the lease. */
    private static final long KNOWN = Duration.ofSeconds(3).toNanos();

    private final Map<String, Service> services;
    private final Map<String, SimulatedServer.Change> last = new HashMap<>();
    private final List<Broken> broken = new ArrayList<>();

    private ExpiredHolders(Map<String, Service> services) {
        this.services = services;
    }

    static List<Broken> find(List<SimulatedServer.Change> changes, Map<String, Service> services) {
        ExpiredHolders holders = new ExpiredHolders(services);
        changes.forEach(holders::take);
        return holders.broken;
    }

    private void take(SimulatedServer.Change change) {
        SimulatedServer.Change before = last.put(change.lock(), change);
        if (before != null) {
            before.document().ifPresent(lock -> check(lock, before, change.at()));
        }
    }

    /** The lock stood so until it was changed at that time. */
    private void check(LockDocument lock, SimulatedServer.Change since, long until) {
        Optional<Instant> ends = lock.holders().stream()
                .filter(holder -> !holder.ttl().isZero())
                .map(Holder::expiresAt)
                .min(Comparator.naturalOrder());
        boolean plain = lock.holders().stream()
                .allMatch(holder -> holder.evicted() == null && !holder.ttl().isZero());
        if (plain && ends.isPresent()) {
            long at = since.at() + Duration.between(since.time(), ends.get()).toNanos();
            lock.queue().stream()
                    .filter(waiter -> until - at > LOOKS_WITHIN
                            && waiter.expiresAt().isAfter(ends.get().plusSeconds(1)))
                    .filter(waiter -> isAwake(waiter, at, until))
                    .findFirst()
                    .ifPresent(waiter -> broken.add(new Broken(
                            RULE,
                            "%s %s waits for %s, whose lease had run out %s before"
                                    .formatted(
                                            Story.time(until),
                                            waiter.owner().note(),
                                            lock.name(),
                                            Duration.ofNanos(until - at)))));
        }
    }

    private boolean isAwake(Waiter waiter, long at, long until) {
        String call = waiter.owner().note();
        Service service = services.get(call.substring(0, call.indexOf('/')));
        return service != null
                && !service.machine().isDead()
                && service.closeBegan() > until
                && service.machine().troubles().quietFrom(Troubles.ANY, at - KNOWN, KNOWN + LOOKS_WITHIN) == at - KNOWN;
    }
}
