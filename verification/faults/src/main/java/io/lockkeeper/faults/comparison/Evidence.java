package io.lockkeeper.faults.comparison;

import io.lockkeeper.faults.checker.Bounds;
import io.lockkeeper.faults.checker.Checker;
import io.lockkeeper.faults.checker.Violation;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.peers.Peer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What happened to one lock in one moment, and how it reads. */
record Evidence(Peer peer, List<Event> events) {

    private static final Bounds BOUNDS = new Bounds(Duration.ofMinutes(10), Duration.ofMinutes(10));
    private static final double NANOS = 1e9;

    <E extends Event> Stream<E> all(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast);
    }

    /** What the suite's checker has against it. */
    List<Violation> violations() {
        return Checker.checkAnyLock(events, BOUNDS);
    }

    /** When that which breaks in this moment was broken. */
    long brokenAt() {
        return all(Event.FaultOn.class).findFirst().orElseThrow().at();
    }

    long mendedAt() {
        return all(Event.FaultOff.class).findFirst().orElseThrow().at();
    }

    /** The first call of that client: the one around which a moment turns. */
    String callOf(String client) {
        return all(Event.Asked.class)
                .filter(each -> each.client().equals(client))
                .findFirst()
                .orElseThrow()
                .call();
    }

    Optional<Event.Granted> granted(String call) {
        return all(Event.Granted.class).filter(each -> each.call().equals(call)).findFirst();
    }

    /** When, from then on, the holder first learned that it does not hold, or no longer for certain. */
    OptionalLong toldAfter(String call, long from) {
        return events.stream()
                .filter(each -> each.at() >= from && tells(each, call))
                .mapToLong(Event::at)
                .findFirst();
    }

    private static boolean tells(Event event, String call) {
        return switch (event) {
            case Event.NotHeld each -> each.call().equals(call);
            case Event.Lost each -> each.call().equals(call);
            case Event.Released each -> each.call().equals(call) && !each.heldToTheEnd();
            default -> false;
        };
    }

    static String seconds(long nanos) {
        Duration time = Duration.ofNanos(nanos);
        return time.compareTo(Duration.ofSeconds(1)) < 0
                ? time.toMillis() + " ms"
                : String.format(Locale.ROOT, "%.1f s", nanos / NANOS);
    }
}
