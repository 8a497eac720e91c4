package io.lockkeeper.faults.report;

import io.lockkeeper.faults.history.Event;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The longest stretch in which a client got no lock at all, for each fault, of those clients that it did not strike itself. */
final class Pauses {

    private static final long AFTERMATH = Duration.ofSeconds(8).toNanos();

    private Pauses() {}

    static Map<String, Duration> in(List<Event> events) {
        Map<String, Duration> longest = new TreeMap<>();
        Map<String, List<Event.Granted>> grants = events.stream()
                .filter(Event.Granted.class::isInstance)
                .map(Event.Granted.class::cast)
                .collect(Collectors.groupingBy(Event.Granted::client));
        for (Event event : events) {
            if (event instanceof Event.FaultOn on) {
                long until = off(events, on) + AFTERMATH;
                grants.forEach((client, own) -> {
                    if (!on.target().equals(client)) {
                        longest.merge(on.fault(), gap(own, on.at(), until), Pauses::longer);
                    }
                });
            }
        }
        return longest;
    }

    private static long off(List<Event> events, Event.FaultOn on) {
        return events.stream()
                .filter(each -> each instanceof Event.FaultOff off
                        && off.at() > on.at()
                        && off.fault().equals(on.fault()))
                .mapToLong(Event::at)
                .min()
                .orElse(on.at());
    }

    /** Only between two grants: a client that came or went has no pause before or after. */
    private static Duration gap(List<Event.Granted> grants, long from, long until) {
        long longest = 0;
        for (int i = 1; i < grants.size(); i++) {
            long last = grants.get(i - 1).at();
            long next = grants.get(i).at();
            if (next > from && last < until) {
                longest = Math.max(longest, next - Math.max(last, from));
            }
        }
        return Duration.ofNanos(longest);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
