package io.lockkeeper.simulation.history;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.simulation.machine.Troubles;
import io.lockkeeper.simulation.shared.Result.Broken;
import io.lockkeeper.simulation.world.SimulatedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Leases that an agent hands on among its callers: once others have waited for the cohort's time, no further use begins. */
final class HandedOnLeases {

    private static final String RULE = "whoever waits has its turn after the cohort";
    private static final long ENDS_WITHIN =
            Plans.LONGEST_COHORT.plus(Duration.ofMillis(700)).toNanos();
    private static final long KNOWN = Duration.ofSeconds(3).toNanos();

    private final Map<String, Service> services;
    /** Since when others have waited for the lease of that acquirer, while they do. */
    private final Map<String, Long> awaited = new HashMap<>();

    private final List<Wait> waits = new ArrayList<>();
    private final Map<String, LockDocument> locks = new HashMap<>();

    private HandedOnLeases(Map<String, Service> services) {
        this.services = services;
    }

    /** Others waited for a lease of these tokens in between. */
    private record Wait(String lock, Service keeper, long first, long last, long from, long until) {

        boolean isBroken(Event.Granted use) {
            return use.lock().equals(lock)
                    && use.token() > first
                    && use.token() <= last
                    && use.at() < until
                    && use.at() - from > ENDS_WITHIN
                    && keeper.machine().troubles().quietFrom(Troubles.ANY, from - KNOWN, use.at() - from + KNOWN)
                            == from - KNOWN;
        }

        /** The cohort's time begins no sooner than its agent knows of the lease, which may be long after the grant. */
        Wait knownSince(long granted) {
            return new Wait(lock, keeper, first, last, Math.max(from, granted), until);
        }
    }

    static List<Broken> find(List<Event> events, List<SimulatedServer.Change> changes, Map<String, Service> services) {
        HandedOnLeases leases = new HandedOnLeases(services);
        changes.forEach(leases::take);
        List<Event.Granted> uses = events.stream()
                .filter(Event.Granted.class::isInstance)
                .map(Event.Granted.class::cast)
                .toList();
        List<Wait> waits = leases.waits.stream().map(wait -> known(wait, uses)).toList();
        return uses.stream()
                .flatMap(use -> waits.stream()
                        .filter(wait -> wait.isBroken(use))
                        .limit(1)
                        .map(wait -> new Broken(
                                RULE,
                                "%s %s has %s, %s after others came to wait"
                                        .formatted(
                                                Story.time(use.at()),
                                                use.call(),
                                                use.lock(),
                                                Duration.ofNanos(use.at() - wait.from)))))
                .toList();
    }

    private static Wait known(Wait wait, List<Event.Granted> uses) {
        return uses.stream()
                .filter(use -> use.lock().equals(wait.lock()) && use.token() == wait.first())
                .findFirst()
                .map(use -> wait.knownSince(use.at()))
                .orElse(wait);
    }

    private void take(SimulatedServer.Change change) {
        LockDocument before = locks.get(change.lock());
        if (before != null) {
            before.holders().forEach(holder -> close(before, holder, change));
        }
        change.document().ifPresent(lock -> {
            locks.put(change.lock(), lock);
            lock.holders().stream()
                    .filter(holder -> othersWait(lock, holder, services))
                    .forEach(holder -> awaited.putIfAbsent(holder.acquirer(), change.at()));
        });
    }

    /** The wait for that lease ends when there are no other waiters, or the lease is gone; its tokens are those up to the next grant. */
    private void close(LockDocument before, Holder holder, SimulatedServer.Change change) {
        boolean goesOn = change.document()
                .filter(lock -> lock.holder(holder.acquirer()).isPresent() && othersWait(lock, holder, services))
                .isPresent();
        Long from = awaited.get(holder.acquirer());
        if (!goesOn && from != null) {
            awaited.remove(holder.acquirer());
            Service keeper = services.get(agent(holder.acquirer()));
            if (keeper != null) {
                waits.add(new Wait(change.lock(), keeper, holder.token(), before.token(), from, change.at()));
            }
        }
    }

    /** Whether callers of other agents wait for the lease, and its agent hears of it. */
    static boolean othersWait(LockDocument lock, Holder holder, Map<String, Service> services) {
        return lock.capacity() == 1
                && lock.queue().stream()
                        .filter(waiter -> isHeard(waiter, holder, services))
                        .anyMatch(waiter -> !agent(waiter.acquirer()).equals(agent(holder.acquirer())));
    }

    /**
     * A keeper does not hear an enqueue of an agent of before, nor, where it reads hints, of one that writes none or has ended: its renewal
     * shows them.
     */
    private static boolean isHeard(Waiter waiter, Holder holder, Map<String, Service> services) {
        Service service = services.get(agent(waiter.acquirer()));
        boolean hints = waiter.owner().wakes() != null
                && (service == null || !service.machine().isDead());
        return holder.owner().wakes() == null || hints;
    }

    private static String agent(String acquirer) {
        return acquirer.substring(0, acquirer.indexOf('.'));
    }
}
