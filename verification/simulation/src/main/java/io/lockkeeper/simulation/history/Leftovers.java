package io.lockkeeper.simulation.history;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.simulation.machine.Troubles;
import io.lockkeeper.simulation.shared.Result.Broken;
import io.lockkeeper.simulation.world.SimulatedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What calls without a lease have left in the locks: their agent removes it at once, and leaves nothing to its expiry. */
final class Leftovers {

    private static final String RULE = "no entry outlives its request";
    /** A removal is repeated after a second where an enqueue may still land. */
    private static final long GONE_WITHIN = Duration.ofMillis(2_500).toNanos();

    private final Map<String, Service> services;
    private final Map<String, Long> overAt = new HashMap<>();
    private final Map<String, Map<String, Stay>> staying = new HashMap<>();
    private final Set<String> kept = new HashSet<>();
    private final List<Broken> broken = new ArrayList<>();

    private Leftovers(List<Event> events, Map<String, Service> services) {
        this.services = services;
        for (Event event : events) {
            if (event instanceof Event.Refused(long at, String client, String call, String why)) {
                overAt.put(call, at);
            } else if (event instanceof Event.Unknown(long at, String client, String call, String why)) {
                overAt.put(call, at);
            }
        }
    }

    /** An entry of a call in one lock, from when it was seen there until it expires. */
    private record Stay(long from, long expires) {}

    private record Entry(String call, Instant expiresAt) {}

    static List<Broken> find(List<Event> events, List<SimulatedServer.Change> changes, Map<String, Service> services) {
        Leftovers leftovers = new Leftovers(events, services);
        changes.forEach(leftovers::take);
        leftovers.staying.forEach(
                (lock, stays) -> stays.forEach((call, stay) -> leftovers.gone(lock, call, stay, Long.MAX_VALUE)));
        return leftovers.broken;
    }

    private void take(SimulatedServer.Change change) {
        Map<String, Stay> before = staying.getOrDefault(change.lock(), Map.of());
        Map<String, Stay> now = new HashMap<>();
        change.document().stream().flatMap(this::entries).forEach(entry -> {
            long expires = change.at()
                    + Duration.between(change.time(), entry.expiresAt()).toNanos();
            Stay was = before.get(entry.call());
            now.put(entry.call(), new Stay(was == null ? change.at() : was.from(), expires));
        });
        before.forEach((call, stay) -> {
            if (!now.containsKey(call)) {
                gone(change.lock(), call, stay, change.at());
            }
        });
        staying.put(change.lock(), now);
    }

    private boolean isKept(Holder holder) {
        return (holder.keep() != null && kept.add(holder.acquirer())) || kept.contains(holder.acquirer());
    }

    private Stream<Entry> entries(LockDocument lock) {
        return Stream.concat(
                lock.holders().stream()
                        .filter(holder -> holder.evicted() == null)
                        .filter(holder -> !isKept(holder)) // its agent has it, and not the call
                        .map(Leftovers::entry),
                lock.queue().stream().map(Leftovers::entry));
    }

    private static Entry entry(Holder holder) {
        return new Entry(holder.owner().note(), holder.expiresAt());
    }

    private static Entry entry(Waiter waiter) {
        return new Entry(waiter.owner().note(), waiter.expiresAt());
    }

    private void gone(String lock, String call, Stay stay, long at) {
        Long over = overAt.get(call);
        Service service = services.get(call.substring(0, call.indexOf('/')));
        if (over == null || service == null || service.machine().isDead()) {
            return;
        }
        long untroubled = untroubled(service, Math.max(over, stay.from()));
        long until = Math.min(at, stay.expires());
        if (until - untroubled > GONE_WITHIN && service.closeBegan() - untroubled > GONE_WITHIN) {
            broken.add(new Broken(
                    RULE,
                    "%s %s still stands in %s, %s after its call was over"
                            .formatted(Story.time(until), call, lock, Duration.ofNanos(until - over))));
        }
    }

    /** From when on nothing went wrong for long enough. */
    private static long untroubled(Service service, long from) {
        return service.machine().troubles().quietFrom(Troubles.BUT_OF_CALLERS, from, GONE_WITHIN);
    }
}
