package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.WaitSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one lock within a time, and what part of a wait each accounts for. Where several are held at once, they share what is
 * waited meanwhile by their weights.
 */
final class HeldMeanwhile {

    private final List<LeaseRecord> byGrant;
    /** For each lease, when the last one of it and those before it ended: where a search backwards may stop. */
    private final List<Instant> lastEnds;

    private final Instant from;
    private final Instant until;

    HeldMeanwhile(Collection<LeaseRecord> leases, Instant from, Instant until) {
        this.from = from;
        this.until = until;
        byGrant = leases.stream()
                .sorted(Comparator.comparing(LeaseRecord::grantedAt))
                .toList();
        lastEnds = new ArrayList<>(byGrant.size());
        Instant last = Instant.MIN;
        for (LeaseRecord lease : byGrant) {
            last = later(last, end(lease));
            lastEnds.add(last);
        }
    }

    /** The wait's episodes, in the order in which they began; none of a wait outside the time. */
    List<CostEpisode> episodes(WaitSpan wait) {
        Instant began = later(wait.since(), from);
        Instant ended = wait.until() == null ? until : earlier(wait.until(), until);
        if (!began.isBefore(ended)) {
            return List.of();
        }
        List<LeaseRecord> during = during(began, ended);
        Map<@Nullable LeaseRecord, Part> parts = new LinkedHashMap<>();
        List<Instant> marks = marks(during, began, ended);
        for (int i = 1; i < marks.size(); i++) {
            share(parts, during, marks.get(i - 1), marks.get(i));
        }
        return parts.entrySet().stream()
                .map(entry -> entry.getValue().episode(wait, entry.getKey()))
                .toList();
    }

    private void share(Map<@Nullable LeaseRecord, Part> parts, List<LeaseRecord> during, Instant begin, Instant end) {
        List<LeaseRecord> held = during.stream()
                .filter(lease ->
                        !lease.grantedAt().isAfter(begin) && !end(lease).isBefore(end))
                .toList();
        double millis = Duration.between(begin, end).toNanos() / 1e6;
        if (held.isEmpty()) {
            parts.computeIfAbsent(null, unused -> new Part(begin)).add(millis, end);
            return;
        }
        double all = held.stream().mapToInt(HeldMeanwhile::weight).sum();
        held.forEach(lease ->
                parts.computeIfAbsent(lease, unused -> new Part(begin)).add(millis * weight(lease) / all, end));
    }

    /** Those that were held in a part of it. */
    private List<LeaseRecord> during(Instant began, Instant ended) {
        List<LeaseRecord> during = new ArrayList<>();
        for (int i = firstGrantedAtOrAfter(ended) - 1; i >= 0 && lastEnds.get(i).isAfter(began); i--) {
            if (end(byGrant.get(i)).isAfter(began)) {
                during.add(byGrant.get(i));
            }
        }
        return during.reversed();
    }

    private int firstGrantedAtOrAfter(Instant moment) {
        int low = 0;
        int high = byGrant.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byGrant.get(middle).grantedAt().isBefore(moment)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Where a lease begins or ends. */
    private List<Instant> marks(List<LeaseRecord> during, Instant began, Instant ended) {
        TreeSet<Instant> marks = new TreeSet<>(List.of(began, ended));
        during.forEach(lease -> {
            marks.add(later(lease.grantedAt(), began));
            marks.add(earlier(end(lease), ended));
        });
        return List.copyOf(marks);
    }

    private Instant end(LeaseRecord lease) {
        return Objects.requireNonNullElse(lease.endedAt(), until);
    }

    private static int weight(LeaseRecord lease) {
        return Math.max(1, lease.weight());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** What a lease accounts for so far. */
    private static final class Part {
        private final Instant from;
        private Instant until;
        private double millis;

        Part(Instant from) {
            this.from = from;
            this.until = from;
        }

        void add(double more, Instant end) {
            millis += more;
            until = end;
        }

        CostEpisode episode(WaitSpan wait, @Nullable LeaseRecord lease) {
            return new CostEpisode(wait, lease, from, until, Math.round(millis));
        }
    }
}
