package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.remember.history.LeaseSpan;
import io.lockkeeper.console.remember.history.WaitSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one lock within a time, and what part of a wait each accounts for. Where several are held at once, they share what is
 * waited meanwhile by their weights.
 */
final class HeldMeanwhile {

    private static final int LOOKED_AT_IN_A_STEP = 10;

    private final List<LeaseSpan> byGrant;
    /** For each lease, the latest end of it and those before it: where a search backwards may stop. */
    private final List<Instant> lastEnds;

    private final Instant from;
    private final Instant until;
    private long steps;

    HeldMeanwhile(Collection<LeaseSpan> leases, Instant from, Instant until) {
        this.from = from;
        this.until = until;
        byGrant = leases.stream().sorted(Comparator.comparing(LeaseSpan::began)).toList();
        lastEnds = new ArrayList<>(byGrant.size());
        Instant last = Instant.MIN;
        for (LeaseSpan lease : byGrant) {
            last = later(last, end(lease));
            lastEnds.add(last);
        }
    }

    /** The wait's episodes, in the order in which they began; none of a wait outside the time. */
    List<CostEpisode> episodes(WaitSpan wait) {
        steps = 0;
        Instant began = later(wait.since(), from);
        Instant ended = wait.until() == null ? until : earlier(wait.until(), until);
        if (!began.isBefore(ended)) {
            return List.of();
        }
        List<LeaseSpan> during = during(began, ended);
        Parts parts = new Parts();
        Deque<LeaseSpan> toCome = new ArrayDeque<>(during);
        List<LeaseSpan> held = new ArrayList<>();
        Instant begin = began;
        for (Instant end : marks(during, began, ended)) {
            Instant from = begin;
            held.removeIf(lease -> !end(lease).isAfter(from));
            while (!toCome.isEmpty() && !toCome.getFirst().began().isAfter(from)) {
                held.add(toCome.removeFirst());
            }
            parts.share(held, from, end);
            begin = end;
            steps += 1 + held.size();
        }
        return parts.episodes(wait);
    }

    /** The steps of the last wait: how often a lease was charged with a part of it. */
    long steps() {
        return steps;
    }

    /** The leases that were held in a part of the wait. */
    private List<LeaseSpan> during(Instant began, Instant ended) {
        List<LeaseSpan> during = new ArrayList<>();
        int first = firstGrantedAtOrAfter(ended) - 1;
        int i = first;
        for (; i >= 0 && lastEnds.get(i).isAfter(began); i--) {
            if (end(byGrant.get(i)).isAfter(began)) {
                during.add(byGrant.get(i));
            }
        }
        steps += (first - i) / LOOKED_AT_IN_A_STEP;
        return during.reversed();
    }

    private int firstGrantedAtOrAfter(Instant moment) {
        int low = 0;
        int high = byGrant.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byGrant.get(middle).began().isBefore(moment)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The instants at which a lease begins or ends after the wait began, and the end of the wait. */
    private SortedSet<Instant> marks(List<LeaseSpan> during, Instant began, Instant ended) {
        TreeSet<Instant> marks = new TreeSet<>(List.of(ended));
        during.forEach(lease -> {
            marks.add(later(lease.began(), began));
            marks.add(earlier(end(lease), ended));
        });
        return marks.tailSet(began, false);
    }

    private Instant end(LeaseSpan lease) {
        return Objects.requireNonNullElse(lease.ended(), until);
    }

    private static long weight(LeaseSpan lease) {
        return Math.max(1, lease.weight());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** The part of each lease so far, by its token; without one, the time in which none was held. */
    private static final class Parts {

        private final Map<@Nullable Long, Part> byToken = new LinkedHashMap<>();

        void share(List<LeaseSpan> held, Instant from, Instant until) {
            double millis = Duration.between(from, until).toNanos() / 1e6;
            if (held.isEmpty()) {
                byToken.computeIfAbsent(null, unused -> new Part(null, from)).add(millis, until);
            }
            double all = held.stream().mapToLong(HeldMeanwhile::weight).sum();
            held.forEach(lease -> byToken.computeIfAbsent(lease.token(), unused -> new Part(lease, from))
                    .add(millis * weight(lease) / all, until));
        }

        List<CostEpisode> episodes(WaitSpan wait) {
            return byToken.values().stream().map(part -> part.episode(wait)).toList();
        }
    }

    private static final class Part {

        private final @Nullable LeaseSpan lease;
        private final Instant from;
        private Instant until;
        private double millis;

        Part(@Nullable LeaseSpan lease, Instant from) {
            this.lease = lease;
            this.from = from;
            this.until = from;
        }

        void add(double more, Instant end) {
            millis += more;
            until = end;
        }

        CostEpisode episode(WaitSpan wait) {
            return new CostEpisode(wait, lease, from, until, Math.round(millis));
        }
    }
}
