package io.lockkeeper.simulation.history;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.simulation.code.Points;
import io.lockkeeper.simulation.world.SimulatedServer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Who did what, when, and at which line of the code each stood. */
final class Story {

    private record Line(long at, String text) {}

    private final List<Line> lines = new ArrayList<>();

    static String time(long nanos) {
        return String.format(Locale.ROOT, "%10.3f ms", nanos / 1_000_000.0);
    }

    void held(long at, String strand, int point, long nanos) {
        Points.Point place = Points.point(point);
        lines.add(new Line(
                at,
                String.format(
                        Locale.ROOT,
                        "%-28s is held for %s before %s (line %d)",
                        strand,
                        time(nanos).strip(),
                        place.name(),
                        place.line())));
    }

    void fate(long at, String agent, String call, String fate) {
        lines.add(new Line(
                at,
                "%-28s %s: %s"
                        .formatted(agent, call, fate.toLowerCase(Locale.ROOT).replace('_', ' '))));
    }

    void happened(long at, String what) {
        lines.add(new Line(at, "** " + what));
    }

    List<String> told(List<Event> events, List<SimulatedServer.Change> changes) {
        events.forEach(event -> lines.add(new Line(event.at(), "%-28s %s".formatted(who(event), text(event)))));
        changes.forEach(change -> lines.add(new Line(change.at(), "%-28s %s".formatted("server", text(change)))));
        return lines.stream()
                .sorted(Comparator.comparingLong(Line::at))
                .map(line -> time(line.at) + "  " + line.text)
                .toList();
    }

    private static String who(Event event) {
        return switch (event) {
            case Event.Asked each -> each.call();
            case Event.Granted each -> each.call();
            case Event.Refused each -> each.call();
            case Event.Unknown each -> each.call();
            case Event.Held each -> each.call();
            case Event.NotHeld each -> each.call();
            case Event.Lost each -> each.call();
            case Event.Used each -> each.call();
            case Event.Releasing each -> each.call();
            case Event.Released each -> each.call();
            default -> "";
        };
    }

    private static String text(Event event) {
        return switch (event) {
            case Event.Asked each ->
                String.format(
                        Locale.ROOT,
                        "asks for %s (weight %d of %d)%s",
                        each.lock(),
                        each.weight(),
                        each.capacity(),
                        each.waits() ? ", and waits" : "");
            case Event.Granted each ->
                String.format(
                        Locale.ROOT,
                        "has %s with token %d, for %s",
                        each.lock(),
                        each.token(),
                        time(each.remainingNanos()).strip());
            case Event.Refused each -> "is refused: " + each.why();
            case Event.Unknown each -> "gives up: " + each.why();
            case Event.Held each ->
                "looks, and holds it for another " + time(each.remainingNanos()).strip();
            case Event.NotHeld each -> "looks, and does not hold it";
            case Event.Lost each -> "is notified of the loss: " + each.detail();
            case Event.Used each -> "uses it";
            case Event.Releasing each -> "releases";
            case Event.Released each -> "has released: " + each.heldToTheEnd();
            default -> event.toString();
        };
    }

    private static String text(SimulatedServer.Change change) {
        return change.document()
                .map(lock -> "%s: held by %s, waited for by %s"
                        .formatted(
                                lock.name(),
                                lock.holders().stream()
                                        .map(holder ->
                                                holder.owner().note() + (holder.evicted() == null ? "" : " (evicted)"))
                                        .collect(Collectors.joining(", ", "[", "]")),
                                lock.queue().stream()
                                        .map(waiter -> waiter.owner().note())
                                        .collect(Collectors.joining(", ", "[", "]"))))
                .orElse(change.lock() + ": purged");
    }
}
