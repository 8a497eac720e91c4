package io.lockkeeper.agent;

import io.lockkeeper.agent.closing.Underway;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The list of the leases that an agent holds. A lease that has ended leaves nothing here. */
final class HeldLeases {

    private final Map<String, HeldLease> held = new ConcurrentHashMap<>();
    private final Map<String, HeldLease> longHeld = new ConcurrentHashMap<>();
    /** Leases that are held, and releases that are not answered yet. */
    private final Underway underway;

    HeldLeases(Underway underway) {
        this.underway = underway;
    }

    void add(HeldLease lease) {
        underway.began();
        held.put(lease.bid().acquirer(), lease);
    }

    /** Marks the lease as old enough for the agent to listen for its eviction. */
    void addLongHeld(HeldLease lease) {
        longHeld.put(lease.bid().acquirer(), lease);
    }

    void remove(HeldLease lease) {
        String acquirer = lease.bid().acquirer();
        if (held.remove(acquirer) != null) {
            underway.ended();
        }
        longHeld.remove(acquirer);
    }

    Collection<HeldLease> all() {
        return List.copyOf(held.values());
    }

    Collection<HeldLease> longHeld() {
        return List.copyOf(longHeld.values());
    }

    boolean hasLongHeld() {
        return !longHeld.isEmpty();
    }

    int count() {
        return held.size();
    }

    Optional<HeldLease> find(String acquirer) {
        return Optional.ofNullable(held.get(acquirer));
    }

    /** Whether all leases are released or lost within the time. */
    boolean awaitNone(Duration longest) {
        return underway.awaitNothing(longest);
    }
}
