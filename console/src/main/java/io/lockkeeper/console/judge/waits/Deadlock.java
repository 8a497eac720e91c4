package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.LeaseTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Threads that wait for each other in a circle, or one that waits for itself, so that none can continue.
 *
 * @param circle each waits for the next, and the last for the first
 * @param toEvict the lease that was evicted already; else the one after whose end the most waiters are served; of several, the
 *     one that was granted last, whose work is the shortest
 * @param served how many waiters of the circle's locks are served then
 */
public record Deadlock(List<Link> circle, Held toEvict, int served) {

    /** In a larger circle, not every lease is tried and not every step is described. */
    private static final int TRIED = 32;

    private static final int TOLD = 6;
    private static final Comparator<Held> LATEST_FIRST = Comparator.<Held, Instant>comparing(
                    held -> held.holder().acquiredAt())
            .reversed()
            .thenComparing(held -> held.holder().acquirer());

    public Deadlock {
        circle = List.copyOf(circle);
    }

    static Deadlock of(List<Link> circle, WaitGraph graph) {
        List<Wanted> locks = circle.stream()
                .map(link -> link.waiting().name())
                .distinct()
                .map(graph::lock)
                .toList();
        Optional<Held> evicted =
                leases(circle).filter(held -> held.holder().evicted() != null).findFirst();
        return evicted.map(Stream::of)
                .orElseGet(() -> leases(circle).sorted(LATEST_FIRST).limit(TRIED))
                .map(held -> new Deadlock(circle, held, servedWithout(held, graph, locks)))
                .reduce((best, other) -> other.served > best.served ? other : best)
                .orElseThrow(() -> new IllegalStateException("A circle without a lease"));
    }

    private static int servedWithout(Held held, WaitGraph graph, List<Wanted> locks) {
        Reduction without = Reduction.of(graph, locks, Set.of(held.holder().acquirer()));
        return locks.stream()
                .mapToInt(lock -> without.served(lock) == lock.queue().size() ? lock.waiting() : without.served(lock))
                .sum();
    }

    private static Stream<Held> leases(List<Link> circle) {
        return circle.stream().map(Link::held).filter(Objects::nonNull);
    }

    /** The id, which stays the same as long as the same leases and waiters form the circle. */
    public String id() {
        return circle.stream()
                .flatMap(link -> Stream.of(link.waiting().waiter().acquirer(), acquirer(link)))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    /** One of its locks; the same one as long as the deadlock lasts. */
    public String lock() {
        return circle.getFirst().waiting().name();
    }

    /** Describes who waits for whom, for example "A waits for x, which B holds; B waits for y, which A holds." */
    public String sentence() {
        String told = circle.stream().limit(TOLD).map(Link::sentence).collect(Collectors.joining("; "));
        int more = circle.size() - TOLD;
        return more <= 0
                ? told + "."
                : String.format(Locale.ROOT, "%s; and %,d more, the last of whom waits for the first.", told, more);
    }

    /** The action that an operator can take. */
    public String remedy(Instant now) {
        return "Evict %s from %s, which it has held for %s, to unblock %s."
                .formatted(
                        toEvict.who().name(),
                        Formats.name(toEvict.name()),
                        since(toEvict.holder().acquiredAt(), now),
                        served == 1 ? "1 waiter" : String.format(Locale.ROOT, "%,d waiters", served));
    }

    /** When it ends by itself, as far as the locks show. */
    public String end(Instant now) {
        return leases(circle)
                .flatMap(held -> end(held, now).stream())
                .findFirst()
                .orElseGet(() -> circle.size() == 1
                        ? "Its lease is renewed, so that it lasts until the request gives up. How long it waits at most is set in its code."
                        : "All of its leases are renewed, so that it lasts until one of the waiters gives up. How long"
                                + " they wait at most is set in their code.");
    }

    /** Whether a lease of the circle was evicted, so that it is about to end. */
    public boolean isBroken() {
        return leases(circle).anyMatch(held -> held.holder().evicted() != null);
    }

    private static Optional<String> end(Held held, Instant now) {
        String lease = "The lease of %s on %s".formatted(held.who().name(), Formats.name(held.name()));
        if (EvictionState.of(held.holder(), now).orElse(null) instanceof EvictionState.Quarantine evicted) {
            return Optional.of("%s was evicted: it ends in %s at the latest."
                    .formatted(lease, since(now, evicted.mark().until())));
        }
        if (!held.holder().updatedAt().isAfter(held.holder().acquiredAt())
                && held.holder().evicted() == null) {
            return Optional.of("%s has not been renewed yet: it expires in %s unless its agent renews it."
                    .formatted(lease, since(now, held.holder().expiresAt())));
        }
        return held.holder().evicted() != null || LeaseTimes.isLate(held.holder(), now)
                ? Optional.of("%s expires in %s unless its agent still renews it."
                        .formatted(lease, since(now, held.holder().expiresAt())))
                : Optional.empty();
    }

    private static String acquirer(Link link) {
        return link.held() == null ? "" : link.held().holder().acquirer();
    }

    private static String since(Instant from, Instant to) {
        return Formats.duration(Duration.between(from, to));
    }
}
