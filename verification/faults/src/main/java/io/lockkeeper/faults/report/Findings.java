package io.lockkeeper.faults.report;

import io.lockkeeper.faults.checker.Violation;
import io.lockkeeper.faults.history.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a run has found so far: broken promises, how often what was done, and how long clients had to pause. */
public final class Findings {

    private final Set<Violation> violations = new LinkedHashSet<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    /** By what the names of the clients begin with. */
    private final Map<String, Integer> grants = new TreeMap<>();

    private final Map<String, Duration> pauses = new TreeMap<>();
    private final List<Event> picture = new ArrayList<>();
    private int stretches;
    private long countedUntil = Long.MIN_VALUE;

    /** Takes a stretch of history, which may overlap with the one before. */
    public void add(List<Event> events, List<Violation> found) {
        stretches++;
        violations.addAll(found);
        List<Event> unseen =
                events.stream().filter(each -> each.at() > countedUntil).toList();
        unseen.forEach(each -> counts.merge(each.getClass().getSimpleName(), 1, Integer::sum));
        unseen.stream()
                .filter(Event.Granted.class::isInstance)
                .map(Event.Granted.class::cast)
                .forEach(each -> grants.merge(each.client().replaceFirst("-.*", ""), 1, Integer::sum));
        Pauses.in(events).forEach((fault, pause) -> pauses.merge(fault, pause, Findings::longer));
        picture.addAll(unseen.stream().filter(Findings::isPictured).toList());
        countedUntil = events.isEmpty() ? countedUntil : events.getLast().at();
        picture.removeIf(each -> countedUntil - each.at() > Timeline.SHOWN.toNanos());
    }

    /** How many stretches of history were looked at. */
    public int stretches() {
        return stretches;
    }

    public Set<Violation> violations() {
        return violations;
    }

    Map<String, Duration> pauses() {
        return pauses;
    }

    List<Event> picture() {
        return picture;
    }

    public String summary() {
        return String.format(
                Locale.ROOT,
                "%d asked, %d granted%s, %d uses, %d refused, %d unknown, %d lost, %d evictions, %d faults: %d violations",
                count("Asked"),
                count("Granted"),
                grants.size() > 1 ? " " + grants : "",
                count("Used"),
                count("Refused"),
                count("Unknown"),
                count("Lost"),
                count("Evicting"),
                count("FaultOn"),
                violations.size());
    }

    private int count(String kind) {
        return counts.getOrDefault(kind, 0);
    }

    private static boolean isPictured(Event event) {
        return event instanceof Event.Granted
                || event instanceof Event.Held
                || event instanceof Event.FaultOn
                || event instanceof Event.FaultOff
                || event instanceof Event.Lost;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
