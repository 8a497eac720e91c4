package io.lockkeeper.test;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** The cycles of a graph: its strongly connected components of more than one node, by Tarjan's algorithm. */
final class Cycles {

    private final Map<String, ? extends Set<String>> edges;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<NavigableSet<String>> found = new ArrayList<>();

    private Cycles(Map<String, ? extends Set<String>> edges) {
        this.edges = edges;
    }

    /** The nodes of each cycle, the largest cycle first. Cycles that share a node are one. */
    static List<NavigableSet<String>> in(Map<String, ? extends Set<String>> edges) {
        Cycles cycles = new Cycles(edges);
        edges.keySet().stream()
                .sorted()
                .filter(node -> !cycles.indexes.containsKey(node))
                .forEach(cycles::visit);
        return cycles.found.stream()
                .sorted(Comparator.comparingInt((Collection<String> cycle) -> -cycle.size()))
                .toList();
    }

    private int visit(String node) {
        int index = indexes.size();
        indexes.put(node, index);
        open.push(node);
        int low = index;
        for (String next : edges.containsKey(node) ? edges.get(node) : Set.<String>of()) {
            if (!indexes.containsKey(next)) {
                low = Math.min(low, visit(next));
            } else if (open.contains(next)) {
                low = Math.min(low, indexes.get(next));
            }
        }
        if (low == index) {
            close(node);
        }
        return low;
    }

    private void close(String root) {
        NavigableSet<String> component = new TreeSet<>();
        String node;
        do {
            node = open.pop();
            component.add(node);
        } while (!node.equals(root));
        if (component.size() > 1) {
            found.add(component);
        }
    }
}
