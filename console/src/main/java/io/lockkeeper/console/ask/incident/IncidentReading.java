package io.lockkeeper.console.ask.incident;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.AuditQuery;
import io.lockkeeper.console.ask.incident.Happening.Guilt;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.ask.past.TimeMarks;
import io.lockkeeper.console.ground.formats.IncidentAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.PastFindings;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostEpisode;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.CostReading;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.LeaseSpan;
import io.lockkeeper.console.remember.history.Past;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.watch.facet.Facets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Reads what happened in a time, of which each part is bounded. Waits for MongoDB. */
@Component
public class IncidentReading {

    /** The longest time that is one incident. */
    public static final Duration LONGEST = IncidentAddress.LONGEST;

    /** How many locks are drawn. */
    static final int LANES = 8;

    private static final int LEASES_OF_A_LANE = 200;
    private static final int ENTRIES = 200;
    private static final int FINDINGS = 200;
    /** Leases behind which others waited a thousandth of what they waited behind the worst one would bury it. */
    private static final int NOTHING_BESIDE = 1_000;

    private static final Comparator<Happening> IN_ORDER =
            Comparator.comparing(Happening::at).thenComparing(Happening::kind);

    private final CostReading costs;
    private final Past past;
    private final History history;
    private final AuditLog audit;
    private final TimeMarks marks;
    private final PastFindings findings;
    private final Facets facets;

    IncidentReading(
            CostReading costs,
            Past past,
            History history,
            AuditLog audit,
            TimeMarks marks,
            PastFindings findings,
            Facets facets) {
        this.costs = costs;
        this.past = past;
        this.history = history;
        this.audit = audit;
        this.marks = marks;
        this.findings = findings;
        this.facets = facets;
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if the time does not end after its beginning, or is longer than {@link #LONGEST}
     */
    public Incident read(LockScope scope, Instant from, Instant until) {
        Duration length = Duration.between(from, until);
        if (length.isNegative() || length.isZero() || length.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "The time is from %s to %s; it must end after it begins, at most a day later."
                            .formatted(from, until));
        }
        PastQuestion asked = new PastQuestion(scope, until, length, "", "", "", "");
        Costs paid = costs.read(asked, CostGroup.LOCK);
        List<Incident.Lane> lanes = lanes(paid, scope, from, until);
        List<Gap> gaps = history.gaps(scope, from).stream()
                .filter(gap -> gap.from().isBefore(until) && gap.until().isAfter(from))
                .toList();
        List<TimeMark> marked = marks.of(scope, from, until);
        List<Happening> happened = happenings(asked, paid, lanes, gaps, marked);
        return new Incident(from, until, paid, lanes, marked, gaps, happened);
    }

    private List<Incident.Lane> lanes(Costs paid, LockScope scope, Instant from, Instant until) {
        Map<LockId, Long> waited = paid.all().stream()
                .collect(Collectors.groupingBy(
                        cost -> new LockId(cost.key().source(), cost.key().on()),
                        Collectors.summingLong(Cost::millis)));
        return waited.entrySet().stream()
                .sorted(Map.Entry.<LockId, Long>comparingByValue().reversed())
                .limit(LANES)
                .map(each ->
                        new Incident.Lane(each.getKey(), each.getValue(), leases(each.getKey(), scope, from, until)))
                .toList();
    }

    /** Those held when it began, and those granted in it. */
    private List<LeaseRecord> leases(LockId lock, LockScope scope, Instant from, Instant until) {
        LockScope within = scope.ofSource(lock.source());
        PastQuestion then = new PastQuestion(within, from, null, lock.name(), "", "", "");
        PastQuestion later = new PastQuestion(within, until, Duration.between(from, until), lock.name(), "", "", "");
        return Stream.concat(
                        past.leases(then, LEASES_OF_A_LANE).stream(), past.leases(later, LEASES_OF_A_LANE).stream())
                .sorted(Comparator.comparing(LeaseRecord::began))
                .distinct()
                .toList();
    }

    private List<Happening> happenings(
            PastQuestion asked, Costs paid, List<Incident.Lane> lanes, List<Gap> gaps, List<TimeMark> marked) {
        Instant until = asked.moment();
        List<AuditEntry> entries = audit.page(new AuditQuery(asked.scope(), "", "", asked.from(), until), 0, ENTRIES);
        List<LeaseRecord> leases =
                lanes.stream().flatMap(lane -> lane.leases().stream()).toList();
        Map<Object, Guilt> guilt = guilt(paid);
        return Stream.of(
                        leases.stream().flatMap(lease -> granted(lease, guilt).stream()),
                        leases.stream()
                                .filter(lease ->
                                        lease.ending() != null && lease.ending().ranOut())
                                .map(Happening::ranOut),
                        findings.between(asked.scope(), asked.from(), until, FINDINGS).stream()
                                .map(Happening::of),
                        entries.stream().map(Happening::of),
                        entries.stream()
                                .flatMap(entry -> entry.late().stream().map(deed -> Happening.late(entry, deed))),
                        facets.told(asked.scope(), asked.from(), until).stream().map(Happening::of),
                        marked.stream()
                                .filter(mark -> mark.kind() == TimeMark.Kind.DEPLOY)
                                .map(Happening::deployed),
                        gaps.stream().map(Happening::of))
                .flatMap(each -> each)
                .filter(each -> each.at().isBefore(until))
                .sorted(IN_ORDER)
                .toList();
    }

    /** What each lease cost, as far as its episodes are kept; without those that cost next to nothing beside the worst. */
    private static Map<Object, Guilt> guilt(Costs paid) {
        Map<Object, Guilt> guilt = new HashMap<>();
        for (Cost cost : paid.all()) {
            for (CostEpisode episode : cost.longest()) {
                LeaseSpan lease = episode.lease();
                if (lease != null) {
                    Object key = List.of(lease.lock(), lease.token(), lease.began());
                    guilt.merge(key, new Guilt(1, episode.millis()), Guilt::and);
                }
            }
        }
        long worst = guilt.values().stream().mapToLong(Guilt::millis).max().orElse(0);
        guilt.values().removeIf(each -> each.millis() * NOTHING_BESIDE < worst);
        return guilt;
    }

    private static Optional<Happening> granted(LeaseRecord lease, Map<Object, Guilt> guilt) {
        return Optional.ofNullable(guilt.get(List.of(lease.lock(), lease.key().token(), lease.began())))
                .map(paid -> Happening.granted(lease, paid));
    }
}
