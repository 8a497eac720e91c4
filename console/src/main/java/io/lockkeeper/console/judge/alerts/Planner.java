package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsSnapshot;
import io.lockkeeper.console.judge.findings.OnIt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is sent and when. Does no I/O; remembers since when a reported finding has been gone, and when each rule last
 * sent to each target. Used by one thread.
 *
 * <ol>
 *   <li>A matching finding that the rule has not reported is announced. During the rule's quiet hours, or shortly after its last
 *       message, it is announced later, if it still stands.
 *   <li>That an operator works on a reported finding is sent once the finding's message has arrived, and again when another one takes
 *       over.
 *   <li>A reported finding is resolved once it has been gone for a while, so a flapping finding is sent once. A dismissed finding
 *       still stands, and so does one that cannot be judged at the moment.
 * </ol>
 */
final class Planner {

    /** The most findings in one message and one transaction; the rest go into the next. */
    private static final int MOST = 500;

    private final Map<String, Instant> goneSince = new HashMap<>();
    private final Map<String, Instant> spokeAt = new HashMap<>();
    private final Duration resolveAfter;
    private final Duration interval;

    Planner(Duration resolveAfter, Duration interval) {
        this.resolveAfter = resolveAfter;
        this.interval = interval;
    }

    Plan plan(FindingsSnapshot seen, List<AlertRule> rules, List<Episode> told, Instant now) {
        Map<String, Route> routes = new LinkedHashMap<>();
        rules.stream().flatMap(rule -> Route.of(rule).stream()).forEach(route -> routes.put(route.key(), route));
        List<Episode> over = over(told, standing(seen), seen.current(), now);
        return new Plan(
                announced(seen, routes.values(), told, now),
                taken(seen, routes, told, now),
                ended(over, routes, now),
                told.stream()
                        .filter(episode -> routes.get(episode.route()) == null)
                        .toList());
    }

    /** Forgets everything: another console is in charge now, or none is known to be, so what this one remembers is out of date. */
    void forget() {
        goneSince.clear();
        spokeAt.clear();
    }

    private List<Plan.Announced> announced(
            FindingsSnapshot seen, Collection<Route> routes, List<Episode> told, Instant now) {
        Set<String> known = told.stream().map(Episode::id).collect(Collectors.toSet());
        List<Plan.Announced> announced = new ArrayList<>();
        for (Route route : routes) {
            AlertRule rule = route.rule();
            if (rule.isQuiet(now) || hasJustSpoken(route, now)) {
                continue;
            }
            List<Finding> fresh = seen.findings().stream()
                    .filter(rule::matches)
                    .filter(finding -> !known.contains(Episode.id(route, finding)))
                    .limit(MOST)
                    .toList();
            if (!fresh.isEmpty()) {
                spokeAt.put(route.key(), now);
                announced.add(new Plan.Announced(route, fresh));
            }
        }
        return announced;
    }

    private boolean hasJustSpoken(Route route, Instant now) {
        @Nullable Instant last = spokeAt.get(route.key());
        return last != null && now.isBefore(last.plus(interval));
    }

    private static List<Plan.Taken> taken(
            FindingsSnapshot seen, Map<String, Route> routes, List<Episode> told, Instant now) {
        Map<String, String> operators = new HashMap<>();
        standingOf(seen).forEach(finding -> {
            OnIt onIt = finding.onIt();
            if (onIt != null) {
                operators.put(finding.id(), onIt.by());
            }
        });
        Map<String, List<Episode>> byRoute = told.stream()
                .filter(Episode::delivered)
                .flatMap(episode -> Stream.ofNullable(operators.get(episode.finding()))
                        .filter(operator -> !operator.equals(episode.reported().onIt()))
                        .map(episode::takenBy))
                .collect(Collectors.groupingBy(Episode::route));
        List<Plan.Taken> taken = new ArrayList<>();
        byRoute.forEach((key, episodes) -> {
            Route route = routes.get(key);
            if (route != null && !route.rule().isQuiet(now)) {
                taken.add(new Plan.Taken(route, episodes.stream().limit(MOST).toList()));
            }
        });
        return taken;
    }

    /** Dismissed ones included. */
    private static Stream<Finding> standingOf(FindingsSnapshot seen) {
        return Stream.concat(seen.findings().stream(), seen.dismissed().stream());
    }

    private static Set<String> standing(FindingsSnapshot seen) {
        return standingOf(seen).map(Finding::id).collect(Collectors.toSet());
    }

    /** While the findings cannot be judged, none counts as gone. */
    private List<Episode> over(List<Episode> told, Set<String> standing, boolean current, Instant now) {
        List<Episode> gone = current
                ? told.stream()
                        .filter(episode -> !standing.contains(episode.finding()))
                        .toList()
                : List.of();
        goneSince.keySet().retainAll(gone.stream().map(Episode::id).collect(Collectors.toSet()));
        return gone.stream()
                .filter(episode -> !goneSince
                        .computeIfAbsent(episode.id(), unused -> now)
                        .plus(resolveAfter)
                        .isAfter(now))
                .toList();
    }

    private static List<Plan.Ended> ended(List<Episode> over, Map<String, Route> routes, Instant now) {
        Map<String, List<Episode>> byRoute = over.stream().collect(Collectors.groupingBy(Episode::route));
        List<Plan.Ended> ended = new ArrayList<>();
        byRoute.forEach((key, episodes) -> {
            Route route = routes.get(key);
            if (route != null && !route.rule().isQuiet(now)) {
                ended.add(new Plan.Ended(route, episodes.stream().limit(MOST).toList()));
            }
        });
        return ended;
    }

    /**
     * What is to be done now.
     *
     * @param announced the new findings to report, by rule and target
     * @param taken reported findings that somebody works on now, as they are to be reported, in the same way
     * @param ended the reported findings that are resolved, in the same way
     * @param dropped episodes to end silently, because their rule no longer reports them to their target
     */
    record Plan(List<Announced> announced, List<Taken> taken, List<Ended> ended, List<Episode> dropped) {

        record Announced(Route route, List<Finding> findings) {}

        record Taken(Route route, List<Episode> episodes) {}

        record Ended(Route route, List<Episode> episodes) {}
    }
}
