package io.lockkeeper.console.judge.waits;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds those who are stuck because they wait for each other: the strongly connected components among them (Tarjan, without
 * recursion). Who only waits behind them is in none.
 */
final class Circles {

    private final WaitGraph graph;
    private final Reduction reduction;
    private final Map<AgentThread, Mark> marks = new HashMap<>();
    private final Deque<Waiting> open = new ArrayDeque<>();
    private final List<List<Waiting>> found = new ArrayList<>();

    private static final class Mark {
        private final int number;
        private final List<Link> links;
        private int low;
        private int next;
        private boolean open = true;

        Mark(int number, List<Link> links) {
            this.number = number;
            this.links = links;
            this.low = number;
        }
    }

    private Circles(WaitGraph graph, Reduction reduction) {
        this.graph = graph;
        this.reduction = reduction;
    }

    /** The shortest circle of each part. */
    static List<List<Link>> of(WaitGraph graph, Reduction reduction) {
        Circles circles = new Circles(graph, reduction);
        for (Wanted lock : graph.locks()) {
            lock.queue().stream().skip(reduction.served(lock)).forEach(circles::search);
        }
        return circles.found.stream().map(circles::shortest).toList();
    }

    private void search(Waiting start) {
        if (marks.containsKey(start.who())) {
            return;
        }
        Deque<Waiting> path = new ArrayDeque<>();
        begin(start, path);
        while (!path.isEmpty()) {
            Waiting at = path.getLast();
            Mark mark = mark(at);
            if (mark.next < mark.links.size()) {
                follow(mark, mark.links.get(mark.next++).next(), path);
            } else {
                path.removeLast();
                close(at, mark);
                if (!path.isEmpty()) {
                    Mark before = mark(path.getLast());
                    before.low = Math.min(before.low, mark.low);
                }
            }
        }
    }

    private void begin(Waiting waiting, Deque<Waiting> path) {
        marks.put(waiting.who(), new Mark(marks.size(), links(waiting)));
        open.addLast(waiting);
        path.addLast(waiting);
    }

    private void follow(Mark from, Waiting to, Deque<Waiting> path) {
        Mark known = marks.get(to.who());
        if (known == null) {
            begin(to, path);
        } else if (known.open) {
            from.low = Math.min(from.low, known.number);
        }
    }

    private void close(Waiting at, Mark mark) {
        if (mark.low != mark.number) {
            return;
        }
        List<Waiting> part = new ArrayList<>();
        Waiting last;
        do {
            last = open.removeLast();
            mark(last).open = false;
            part.add(last);
        } while (!last.who().equals(at.who()));
        if (part.size() > 1
                || mark.links.stream().anyMatch(link -> link.next().who().equals(at.who()))) {
            found.add(part);
        }
    }

    /** The threads that keep it waiting: holders of too much of the lock, or else earlier waiters that those hold up. */
    private List<Link> links(Waiting waiting) {
        Wanted lock = graph.lock(waiting.name());
        if (waiting.waiter().weight() <= reduction.room(lock)) {
            return List.of(new Link(waiting, lock.queue().get(reduction.served(lock)), null));
        }
        List<Link> links = new ArrayList<>();
        for (Held held : lock.holders()) {
            Waiting next = graph.waitOf(held.who());
            if (next != null && reduction.isStuck(held.who())) {
                links.add(new Link(waiting, next, held));
            }
        }
        return links;
    }

    /** Begins with the lowest acquirer, so that the same circle reads the same each time. */
    private List<Link> shortest(List<Waiting> part) {
        Set<AgentThread> inside = part.stream().map(Waiting::who).collect(Collectors.toSet());
        Waiting start = Collections.min(
                part, Comparator.comparing(waiting -> waiting.waiter().acquirer()));
        Map<AgentThread, Link> cameBy = new HashMap<>();
        Deque<Waiting> next = new ArrayDeque<>(List.of(start));
        while (!next.isEmpty()) {
            for (Link link : mark(next.removeFirst()).links) {
                if (link.next().who().equals(start.who())) {
                    return back(link, cameBy);
                }
                if (inside.contains(link.next().who())
                        && cameBy.putIfAbsent(link.next().who(), link) == null) {
                    next.addLast(link.next());
                }
            }
        }
        throw new IllegalStateException("No way leads back to " + start.who());
    }

    private static List<Link> back(Link last, Map<AgentThread, Link> cameBy) {
        List<Link> circle = new ArrayList<>();
        for (Link link = last; link != null; link = cameBy.get(link.waiting().who())) {
            circle.add(link);
        }
        return circle.reversed();
    }

    private Mark mark(Waiting waiting) {
        return Objects.requireNonNull(marks.get(waiting.who()));
    }
}
