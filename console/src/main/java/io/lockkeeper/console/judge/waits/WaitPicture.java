package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who waits for whom at one moment, over all locks.
 *
 * @param asOf the moment, by the server's clock
 * @param roots the tree, the worst first
 * @param deadlocks parties that wait for each other; in a single reading they may be false alarms
 * @param unnamed how many of its locks are outside the user's scope
 * @param took how long computing it took
 */
public record WaitPicture(
        Instant asOf, WaitGraph graph, List<Branch> roots, List<Deadlock> deadlocks, int unnamed, Duration took) {

    static final WaitPicture NONE = of(List.of(), Instant.EPOCH);

    static WaitPicture of(List<Lock> locks, Instant now) {
        long began = System.nanoTime();
        WaitGraph graph = WaitGraph.of(locks, now);
        Reduction reduction = Reduction.of(graph);
        List<Deadlock> deadlocks = Circles.of(graph, reduction).stream()
                .map(circle -> Deadlock.of(circle, graph))
                .toList();
        List<Branch> roots = WaitTree.of(graph, reduction, deadlocks);
        return new WaitPicture(now, graph, roots, deadlocks, 0, Duration.ofNanos(System.nanoTime() - began));
    }

    WaitPicture with(List<Deadlock> confirmed) {
        return new WaitPicture(asOf, graph, roots, confirmed, unnamed, took);
    }

    WaitPicture with(int locksUnnamed) {
        return new WaitPicture(asOf, graph, roots, deadlocks, locksUnnamed, took);
    }

    /** How many wait. */
    public int waiting() {
        return graph.locks().stream().mapToInt(Wanted::waiting).sum();
    }

    /** The waits of threads of the same process, one of which the thread of a root may be. */
    public Stream<Waiting> possible(Branch branch) {
        AgentThread who = branch.who();
        return who == null || branch.waiting() != null ? Stream.empty() : graph.possibleWaitsOf(who);
    }

    /** The parties of all deadlocks. */
    Set<AgentThread> circular() {
        return deadlocks.stream()
                .flatMap(deadlock -> deadlock.circle().stream())
                .map(link -> link.waiting().who())
                .collect(Collectors.toSet());
    }

    /**
     * The sentence about waits beyond a lock's own holders and queue: a holder that waits itself, waiters that keep others waiting. Empty
     * for none.
     */
    Optional<String> beyond(String name) {
        return graph.find(name).flatMap(this::beyond);
    }

    private Optional<String> beyond(Wanted lock) {
        Optional<String> above = lock.holders().stream()
                .map(held -> graph.waitOf(held.who()))
                .filter(Objects::nonNull)
                .findFirst()
                .map(waiting -> "its holder itself waits for " + Formats.name(waiting.name()));
        long keeping = lock.queue().stream()
                .filter(waiting -> !graph.heldBy(waiting.who()).isEmpty())
                .count();
        Optional<String> below = Optional.of(keeping)
                .filter(count -> count > 0)
                .map(count -> count == 1 ? "one waiter keeps others waiting" : count + " waiters keep others waiting");
        String both = Stream.concat(above.stream(), below.stream()).collect(Collectors.joining("; "));
        return Optional.of(both).filter(it -> !it.isEmpty());
    }
}
