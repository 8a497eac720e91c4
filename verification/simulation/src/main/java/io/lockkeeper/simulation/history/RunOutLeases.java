package io.lockkeeper.simulation.history;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.simulation.machine.Troubles;
import io.lockkeeper.simulation.shared.Result.Broken;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Leases that ran out under their holders although nothing went wrong: their agent renews them in time. */
final class RunOutLeases {

    private static final String RULE = "no lease runs out while its agent can renew it";
    /** A renewal that fails then is over by the half of it, and repeated. */
    private static final long QUIET =
            Service.TTL.dividedBy(3).plus(Service.COMMAND.multipliedBy(2)).toNanos();

    private final Map<String, Service> services;
    private final Map<String, Event.Granted> granted = new HashMap<>();
    private final Set<String> evicted;

    private RunOutLeases(List<Event> events, Map<String, Service> services) {
        this.services = services;
        this.evicted = events.stream()
                .filter(Event.Evicting.class::isInstance)
                .map(event -> ((Event.Evicting) event).lock())
                .collect(Collectors.toSet());
    }

    static List<Broken> find(List<Event> events, Map<String, Service> services) {
        RunOutLeases leases = new RunOutLeases(events, services);
        return events.stream().flatMap(event -> leases.take(event).stream()).toList();
    }

    private Optional<Broken> take(Event event) {
        if (event instanceof Event.Granted grant) {
            granted.put(grant.call(), grant);
        }
        return event instanceof Event.Lost lost && lost.cause().equals("Expired") ? check(lost) : Optional.empty();
    }

    private Optional<Broken> check(Event.Lost lost) {
        return Optional.ofNullable(granted.get(lost.call()))
                .filter(grant -> !evicted.contains(grant.lock())) // no touch extends a marked lease
                .filter(grant -> couldRenew(lost))
                .map(grant ->
                        new Broken(RULE, "%s %s lost %s".formatted(Story.time(lost.at()), lost.call(), grant.lock())));
    }

    private boolean couldRenew(Event.Lost lost) {
        Service service = services.get(lost.client());
        long before = lost.at() - QUIET;
        return service != null
                && !service.machine().isDead()
                && service.closeBegan() > lost.at()
                && service.machine().troubles().quietFrom(Troubles.ANY, before, QUIET) == before;
    }
}
