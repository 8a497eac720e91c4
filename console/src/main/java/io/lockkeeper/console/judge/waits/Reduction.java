package io.lockkeeper.console.judge.waits;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * Simulates the progress of every thread that can continue: one that is not known to wait ends its leases, the heads of queues that then
 * fit are granted and end theirs in turn. The rest is stuck.
 */
final class Reduction {

    private final WaitGraph graph;
    private final Map<String, Progress> progress = new HashMap<>();
    private final Map<AgentThread, Integer> freed = new HashMap<>();
    private final Queue<Wanted> again = new ArrayDeque<>();

    private static final class Progress {
        private int kept;
        private int served;
    }

    private Reduction(WaitGraph graph) {
        this.graph = graph;
    }

    static Reduction of(WaitGraph graph) {
        return of(graph, graph.locks(), Set.of());
    }

    /**
     * Restricts the simulation to some of the locks.
     *
     * @param ended the acquirers of leases to treat as ended
     */
    static Reduction of(WaitGraph graph, Collection<Wanted> locks, Set<String> ended) {
        Reduction reduction = new Reduction(graph);
        locks.forEach(lock -> reduction.begin(lock, ended));
        reduction.again.addAll(locks);
        reduction.run(new HashSet<>(ended));
        return reduction;
    }

    private void begin(Wanted lock, Set<String> ended) {
        Progress of = new Progress();
        for (Held held : lock.holders()) {
            boolean waits = graph.waitOf(held.who()) != null;
            of.kept += waits && !ended.contains(held.holder().acquirer())
                    ? held.holder().weight()
                    : 0;
        }
        progress.put(lock.name(), of);
    }

    /** @param over the acquirers of leases whose weight is free again */
    private void run(Set<String> over) {
        for (Wanted lock = again.poll(); lock != null; lock = again.poll()) {
            Progress of = at(lock);
            while (of.served < lock.queue().size()
                    && lock.queue().get(of.served).waiter().weight() <= lock.capacity() - of.kept) {
                goesOn(lock.queue().get(of.served).who(), over);
                of.served++;
            }
        }
    }

    private void goesOn(AgentThread party, Set<String> over) {
        freed.put(party, freed.size());
        for (Held held : graph.heldBy(party)) {
            Progress of = progress.get(held.name());
            if (of != null && over.add(held.holder().acquirer())) {
                of.kept -= held.holder().weight();
                again.add(graph.lock(held.name()));
            }
        }
    }

    private Progress at(Wanted lock) {
        Progress found = progress.get(lock.name());
        if (found == null) {
            throw new IllegalArgumentException(lock.name() + " is not looked at");
        }
        return found;
    }

    boolean isStuck(AgentThread party) {
        return graph.waitOf(party) != null && !freed.containsKey(party);
    }

    /** The round in which a party continues: the first if it is not known to wait; never if it is stuck. */
    int rank(AgentThread party) {
        return graph.waitOf(party) == null ? -1 : freed.getOrDefault(party, Integer.MAX_VALUE);
    }

    /** How many waiters in the lock's queue continue. */
    int served(Wanted lock) {
        return at(lock).served;
    }

    /** The lock's weight that those who are stuck leave free. */
    int room(Wanted lock) {
        return lock.capacity() - at(lock).kept;
    }
}
