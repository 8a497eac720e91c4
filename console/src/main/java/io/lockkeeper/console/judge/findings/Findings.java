package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.act.audit.LateWrite;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.Stepping;
import io.lockkeeper.console.watch.agents.LateFeed;
import io.lockkeeper.console.watch.agents.LateWords;
import io.lockkeeper.model.LateAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
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

    /**
     * Keeps the findings to {@value #MOST} of a kind and collection: each is stored, shown and perhaps sent, and any user who may write locks
     * can raise any number. Known ones stay; one more counts those left out.
     */
    static final class FindingsBound {

        static final int MOST = 1_000;

        private FindingsBound() {}

        private record Group(Kind kind, String source) {}

        /** @param known the ids of those of the last pass */
        static List<Detected> within(List<Detected> detected, Set<String> known) {
            Map<Group, List<Detected>> groups = new LinkedHashMap<>();
            detected.forEach(
                    each -> groups.computeIfAbsent(new Group(each.kind(), each.source()), it -> new ArrayList<>())
                            .add(each));
            List<Detected> kept = new ArrayList<>();
            groups.values().forEach(group -> kept.addAll(first(group, known)));
            if (kept.size() < detected.size()) {
                kept.add(beyond(detected.size(), detected.size() - kept.size()));
            }
            return kept;
        }

        private static Detected beyond(int all, int beyond) {
            return new Detected(
                    Kind.NOT_ALL_KEPT,
                    null,
                    "findings",
                    String.format(
                            Locale.ROOT,
                            "Of %,d findings, %,d are not listed: at most %,d of a kind and collection are.",
                            all,
                            beyond,
                            MOST));
        }

        private static List<Detected> first(List<Detected> group, Set<String> known) {
            return group.size() <= MOST
                    ? group
                    : group.stream()
                            .sorted(Comparator.comparing(it -> !known.contains(it.id())))
                            .limit(MOST)
                            .toList();
        }
    }

    /**
     * Processes that act on locks they have lost: each that reported so itself until it has been quiet for a while, and each that was seen to
     * write to another library's lock after its eviction.
     */
    @Component
    static class LateFindings {

        private static final Duration QUIET = Duration.ofMinutes(10);
        /** The most of these findings, the latest. */
        private static final int MOST = 100;

        private final LateFeed feed;
        private final EvictionFollower evictions;

        LateFindings(LateFeed feed, EvictionFollower evictions) {
            this.feed = feed;
            this.evictions = evictions;
        }

        List<Detected> look(Instant now) {
            return Stream.concat(
                            feed.latest().stream()
                                    .filter(it -> it.last().plus(QUIET).isAfter(now))
                                    .limit(MOST)
                                    .map(it -> detected(it, now)),
                            evictions.lateWrites().stream().map(LateFindings::detected))
                    .toList();
        }

        static Detected detected(LateAttempt attempt, Instant now) {
            String subject = LateAttempt.id(attempt.kind(), attempt.lease());
            Kind kind = attempt.kind() == LateAttempt.Kind.HINT ? Kind.FALSE_HINT : Kind.LATE_ATTEMPT;
            return new Detected(kind, attempt.lease().lock(), subject, LateWords.sentence(attempt, now));
        }

        private static Detected detected(LateWrite it) {
            String evidence = "%s was evicted at %s, and wrote to the lock at %s."
                    .formatted(Formats.visible(it.holder()), Formats.exact(it.evictedAt()), Formats.exact(it.at()));
            return new Detected(Kind.LATE_WRITE, it.lock(), it.eviction(), evidence).in(it.source());
        }
    }
}
