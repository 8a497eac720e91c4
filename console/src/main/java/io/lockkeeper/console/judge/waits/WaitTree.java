package io.lockkeeper.console.judge.waits;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All waiters, each in one place: below the holder that it waits for. If a lock has several holders, its waiters stand below
 * the one that can end first, and below one that itself waits only if all do. Only certain relations make a branch.
 */
final class WaitTree {

    private static final Comparator<Branch> WORST_FIRST = Comparator.comparing(Branch::isCircular)
            .thenComparingInt(Branch::behind)
            .reversed()
            .thenComparing(branch -> branch.since().orElse(Instant.MAX))
            .thenComparing(Branch::lock);

    private final WaitGraph graph;
    private final Set<AgentThread> circular;
    private final Map<AgentThread, List<Wanted>> borne = new LinkedHashMap<>();
    private final Map<String, AgentThread> bearers = new HashMap<>();
    private final List<Wanted> unheld = new ArrayList<>();
    private final Set<AgentThread> placed = new HashSet<>();
    private final List<Branch> roots = new ArrayList<>();

    private WaitTree(WaitGraph graph, List<Deadlock> deadlocks) {
        this.graph = graph;
        circular = deadlocks.stream()
                .flatMap(deadlock -> deadlock.circle().stream())
                .map(link -> link.waiting().who())
                .collect(Collectors.toSet());
    }

    /** The roots, the worst first: circles, then those that block the most. */
    static List<Branch> of(WaitGraph graph, Reduction reduction, List<Deadlock> deadlocks) {
        WaitTree tree = new WaitTree(graph, deadlocks);
        graph.locks().forEach(lock -> tree.bear(lock, reduction));
        tree.unheld.forEach(lock -> tree.grow(new Branch(null, null, List.of(lock), 0, false)));
        tree.borne.keySet().stream()
                .filter(party -> graph.waitOf(party) == null)
                .forEach(tree::root);
        deadlocks.forEach(deadlock -> tree.circle(deadlock.toEvict().who()));
        tree.borne.keySet().forEach(tree::circle);
        tree.roots.sort(WORST_FIRST);
        return List.copyOf(tree.roots);
    }

    private void bear(Wanted lock, Reduction reduction) {
        lock.holders().stream()
                .map(Held::who)
                .min(Comparator.comparingInt(reduction::rank))
                .ifPresentOrElse(party -> bear(party, lock), () -> unheld.add(lock));
    }

    private void bear(AgentThread party, Wanted lock) {
        bearers.put(lock.name(), party);
        borne.computeIfAbsent(party, who -> new ArrayList<>(1)).add(lock);
    }

    private void root(AgentThread party) {
        placed.add(party);
        grow(new Branch(party, null, borne.getOrDefault(party, List.of()), 0, circular.contains(party)));
    }

    /** Places the circle that {@code party} leads to, starting with {@code party} if it is part of the circle. */
    private void circle(AgentThread party) {
        Set<AgentThread> way = new LinkedHashSet<>();
        AgentThread at = party;
        while (at != null && !placed.contains(at) && way.add(at)) {
            at = above(at);
        }
        if (at != null && !placed.contains(at)) {
            root(at);
        }
    }

    private @Nullable AgentThread above(AgentThread party) {
        Waiting waiting = graph.waitOf(party);
        return waiting == null ? null : bearers.get(waiting.name());
    }

    /** Grows the tree without recursion: a chain may be as long as there are locks. */
    private void grow(Branch root) {
        List<Branch> all = new ArrayList<>(List.of(root));
        Deque<Branch> next = new ArrayDeque<>(all);
        while (!next.isEmpty()) {
            Branch branch = next.removeFirst();
            for (Wanted lock : branch.locks()) {
                for (Waiting waiting : lock.queue()) {
                    boolean first = placed.add(waiting.who());
                    List<Wanted> its = first ? borne.getOrDefault(waiting.who(), List.of()) : List.of();
                    Branch child = branch.add(waiting, its, circular.contains(waiting.who()));
                    all.add(child);
                    next.addLast(child);
                }
            }
        }
        all.reversed().forEach(Branch::count);
        roots.add(root);
    }
}
