package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.watch.board.Lock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The waits at one moment: the locks with waiters, their holders, and what those wait for themselves. */
final class WaitGraph {

    private final Map<String, Wanted> wanted = new LinkedHashMap<>();
    private final Map<AgentThread, Waiting> waits = new HashMap<>();
    private final Map<AgentThread, List<Held>> holds = new HashMap<>();
    private final Map<String, List<Waiting>> waitsByAgent = new HashMap<>();

    private WaitGraph() {}

    static WaitGraph of(List<Lock> locks, Instant now) {
        List<Lock> queued =
                locks.stream().filter(lock -> !lock.queue().isEmpty()).toList();
        Threads threads = new Threads(queued, now);
        WaitGraph graph = new WaitGraph();
        for (Lock lock : queued) {
            lock.own().ifPresent(document -> graph.add(Wanted.of(lock, document, threads, now)));
        }
        return graph;
    }

    private void add(Wanted lock) {
        if (lock.queue().isEmpty()) {
            return;
        }
        wanted.put(lock.name(), lock);
        lock.holders()
                .forEach(held -> holds.computeIfAbsent(held.who(), who -> new ArrayList<>(1))
                        .add(held));
        for (Waiting waiting : lock.queue()) {
            waits.put(waiting.who(), waiting);
            waitsByAgent
                    .computeIfAbsent(waiting.who().agent(), agent -> new ArrayList<>(1))
                    .add(waiting);
        }
    }

    Collection<Wanted> locks() {
        return wanted.values();
    }

    Wanted lock(String name) {
        Wanted found = wanted.get(name);
        if (found == null) {
            throw new IllegalArgumentException("There are no waiters for " + name);
        }
        return found;
    }

    /** The wait of the thread, if any. */
    @Nullable
    Waiting waitOf(AgentThread party) {
        return waits.get(party);
    }

    /** The leases of a party on locks that somebody waits for. */
    List<Held> heldBy(AgentThread party) {
        return holds.getOrDefault(party, List.of());
    }

    /**
     * The waits of other threads of the party's process, while the party itself is not known to wait: it may be one of them. Locks that it
     * holds are left out: threads of one process often want the same lock in turn.
     */
    Stream<Waiting> possibleWaitsOf(AgentThread party) {
        if (waits.containsKey(party)) {
            return Stream.empty();
        }
        Set<String> own = heldBy(party).stream().map(Held::name).collect(Collectors.toSet());
        return waitsByAgent.getOrDefault(party.agent(), List.of()).stream()
                .filter(waiting -> !own.contains(waiting.name()));
    }

    Optional<Wanted> find(String name) {
        return Optional.ofNullable(wanted.get(name));
    }
}
