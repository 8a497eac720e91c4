package io.lockkeeper.simulation.history;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.simulation.machine.Troubles;
import io.lockkeeper.simulation.shared.Result.Broken;
import io.lockkeeper.simulation.world.SimulatedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Callers wait in memory only behind another of their agent that has a place in the lock's queue, or for a lease that the agent hands on.
 * Otherwise they would never be served, and their longest wait would end without a sign that anything is wrong.
 */
final class PlacesInQueues {

    private static final String RULE = "an agent whose callers wait has a place in the queue";
    private static final long PLACED_WITHIN = Duration.ofMillis(700).toNanos();
    /** Troubles that were over by so long before have no part in it. */
    private static final long KNOWN = Duration.ofSeconds(3).toNanos();

    private final Map<String, Service> services;
    private final Map<String, AgentAtLock> byLockAndAgent = new HashMap<>();
    private final Map<String, AgentAtLock> byCall = new HashMap<>();
    private final List<Broken> broken = new ArrayList<>();

    private PlacesInQueues(List<Event> events, Map<String, Service> services) {
        this.services = services;
        for (Event event : events) {
            if (event instanceof Event.Asked asked) {
                String key = asked.lock() + " " + asked.client();
                byCall.put(asked.call(), byLockAndAgent.computeIfAbsent(key, any -> new AgentAtLock(asked, services)));
            }
        }
    }

    static List<Broken> find(List<Event> events, List<SimulatedServer.Change> changes, Map<String, Service> services) {
        PlacesInQueues places = new PlacesInQueues(events, services);
        int next = 0;
        for (Event event : events) {
            while (next < changes.size() && changes.get(next).at() <= event.at()) {
                places.take(changes.get(next++));
            }
            places.take(event);
        }
        return places.broken;
    }

    private void take(Event event) {
        switch (event) {
            case Event.Asked asked -> at(asked.call()).ifPresent(agent -> agent.asks(asked));
            case Event.Granted granted -> {
                answered(granted.call(), granted.at());
                at(granted.call()).ifPresent(agent -> agent.uses(granted.call()));
            }
            case Event.Released released -> stopped(released.call(), released.at());
            case Event.Lost lost -> stopped(lost.call(), lost.at());
            case Event.Refused refused -> answered(refused.call(), refused.at());
            case Event.Unknown unknown -> answered(unknown.call(), unknown.at());
            default -> {}
        }
    }

    private void answered(String call, long at) {
        at(call).ifPresent(agent -> {
            check(agent, at);
            agent.answered(call, at);
        });
    }

    private void stopped(String call, long at) {
        at(call).ifPresent(agent -> {
            check(agent, at);
            agent.stopped(call, at);
        });
    }

    private Optional<AgentAtLock> at(String call) {
        return Optional.ofNullable(byCall.get(call));
    }

    private void take(SimulatedServer.Change change) {
        for (AgentAtLock agent : byLockAndAgent.values()) {
            if (agent.isAt(change.lock())) {
                check(agent, change.at());
                agent.changed(change.document(), change.at());
            }
        }
    }

    /** What was known of the agent held until then. */
    private void check(AgentAtLock agent, long until) {
        long since = agent.lacksPlaceSince();
        Service service = services.get(agent.agent());
        if (since < until && service != null && isTooLong(service, since, until)) {
            broken.add(new Broken(
                    RULE,
                    "%s %s, in memory alone for %s"
                            .formatted(Story.time(until), agent, Duration.ofNanos(until - since))));
            agent.reported(until);
        }
    }

    /** Whether nothing went wrong in between for long enough. */
    private static boolean isTooLong(Service service, long since, long until) {
        long quiet = service.machine().troubles().quietFrom(Troubles.ANY, since - KNOWN, KNOWN + PLACED_WITHIN);
        return until - quiet > KNOWN + PLACED_WITHIN && !service.machine().isDead() && service.closeBegan() > until;
    }
}
