package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.Stepping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Looks for findings in passes, and remembers since when each one has held. All passes run on one thread. */
@Component
class Findings {

    private final SystemFindings system;
    private final LateFindings late;
    private final SourcesPass sources;
    private final Dismissals dismissals;
    private final Sightings sightings;
    private final ServerClock clock;
    private final Stepping stepping;
    private Map<String, Finding> known = Map.of();

    Findings(
            SystemFindings system,
            LateFindings late,
            SourcesPass sources,
            Dismissals dismissals,
            Sightings sightings,
            ServerClock clock,
            Stepping stepping) {
        this.system = system;
        this.late = late;
        this.sources = sources;
        this.dismissals = dismissals;
        this.sightings = sightings;
        this.clock = clock;
        this.stepping = stepping;
    }

    /** Makes one pass. No lock of a source that is not live is judged by it, and earlier findings about its locks are kept. */
    FindingsSnapshot pass() {
        long began = System.nanoTime();
        List<Detected> detected = new ArrayList<>();
        stepping.over("findings", "the console's own state", () -> detected.addAll(system.look()));
        stepping.over("findings", "late attempts", () -> detected.addAll(late.look(clock.now())));
        SourcesPass.Judged judged = sources.look();
        detected.addAll(judged.found());
        Map<String, Finding> before = known;
        known = merge(FindingsBound.within(detected, known.keySet()), judged);
        FindingsSnapshot snapshot = snapshot(judged.current(), Duration.ofNanos(System.nanoTime() - began));
        sightings.seen(snapshot.findings(), snapshot.dismissed(), over(before), clock.now());
        return snapshot;
    }

    private List<Finding> over(Map<String, Finding> before) {
        return before.values().stream()
                .filter(it -> !known.containsKey(it.id()))
                .toList();
    }

    /** Merges the findings; those that cannot be judged now are kept. */
    private Map<String, Finding> merge(List<Detected> detected, SourcesPass.Judged judged) {
        Instant now = clock.now();
        Map<String, Finding> merged = new HashMap<>();
        detected.forEach(it -> merged.put(it.id(), found(it, now)));
        known.values().stream().filter(judged::leavesOpen).forEach(it -> merged.putIfAbsent(it.id(), it));
        return merged;
    }

    private Finding found(Detected it, Instant now) {
        Finding before = known.get(it.id());
        return new Finding(
                it.id(),
                it.kind(),
                it.source(),
                it.lock(),
                it.evidence(),
                sightings.firstSeen(it.id(), before == null ? now : before.firstSeen()),
                now,
                dismissals.find(it),
                it.others(),
                it.agent(),
                sightings.onIt(it.id()));
    }

    private FindingsSnapshot snapshot(boolean current, Duration took) {
        List<Finding> all =
                known.values().stream().sorted(Finding.MOST_URGENT_FIRST).toList();
        return FindingsSnapshot.of(
                clock.now(),
                current,
                all.stream().filter(it -> it.dismissal() == null).toList(),
                all.stream().filter(it -> it.dismissal() != null).toList(),
                took);
    }
}
