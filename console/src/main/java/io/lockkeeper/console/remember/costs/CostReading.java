package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.KnownTime;
import io.lockkeeper.console.remember.history.KnownTime.Extent;
import io.lockkeeper.console.remember.history.LeaseSpan;
import io.lockkeeper.console.remember.history.LockUses;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Past;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.remember.history.TimeSlices;
import io.lockkeeper.console.remember.history.WaitSpan;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.SourceFeeds;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Adds up who cost whom in the sources of which waits are recorded; how much locks were in use, in the console's first collection. Waits for MongoDB. */
@Component
public class CostReading {

    /** How many waits are read, the longest first. */
    public static final int WAITS = 20_000;

    private static final Duration WEEK = Duration.ofDays(7);
    /** About the most slices over which a cost is spread. */
    private static final int SLICES = 30;

    private static final int LEASES = 50_000;
    private static final int LOCKS_IN_USE = 500;
    /** How often a lease is charged with a part of a wait: some seconds of work. */
    private static final long STEPS = 40_000_000;

    /** Unknown shares first: more than one of their permits was in use. */
    private static final Comparator<UsedLock> MOST_USED_FIRST = Comparator.comparingDouble(
                    (UsedLock lock) -> lock.share().orElse(Double.MAX_VALUE))
            .reversed()
            .thenComparing(UsedLock::lock);

    private final Past past;
    private final LockUses inUse;
    private final History history;
    private final Board board;
    private final SourceFeeds feeds;

    CostReading(Past past, LockUses inUse, History history, Board board, SourceFeeds feeds) {
        this.past = past;
        this.inUse = inUse;
        this.history = history;
        this.board = board;
        this.feeds = feeds;
    }

    /**
     * Reads the costs; of a named service or host, those of what it held and what it waited for.
     *
     * @throws IllegalArgumentException if the question is about a moment
     */
    public Costs read(PastQuestion asked, CostGroup group) {
        if (asked.isOfAMoment()) {
            throw new IllegalArgumentException("Who cost whom is asked of a time, not of a moment.");
        }
        List<String> unrecorded = unrecorded(asked);
        return past.tellsWaits(asked) ? read(asked, group, unrecorded) : Costs.unknown(asked, unrecorded);
    }

    /** Reads what the same cost in a time as long, one week before; what was not recorded of it was not without waits. */
    public CostsBefore weekBefore(PastQuestion asked, CostGroup group) {
        PastQuestion before = asked.earlier(WEEK);
        Collection<KnownTime> recorded = recorded(before, unrecorded(before));
        Extent known = KnownTime.extent(recorded, before.from(), before.moment());
        CostSums sums = new CostSums(group, TimeSlices.of(before.from(), before.moment(), 1, recorded));
        boolean whole = known == Extent.NONE || add(before, sums);
        return new CostsBefore(
                before,
                whole ? known : Extent.PART,
                sums.costs().stream().collect(Collectors.toMap(Cost::key, Cost::millis)));
    }

    private List<String> unrecorded(PastQuestion asked) {
        return feeds.all(asked.scope()).stream()
                .filter(each -> each.dialect().filter(Dialect::hasQueues).isEmpty())
                .map(each -> each.source().id())
                .sorted()
                .toList();
    }

    /** The known parts of the time, of each source of which waits are recorded. */
    private Collection<KnownTime> recorded(PastQuestion asked, List<String> unrecorded) {
        Map<String, KnownTime> known = history.known(asked.scope(), asked.from(), asked.moment());
        known.keySet().removeAll(unrecorded);
        return known.values();
    }

    private Costs read(PastQuestion asked, CostGroup group, List<String> unrecorded) {
        TimeSlices slices = TimeSlices.of(asked.from(), asked.moment(), SLICES, recorded(asked, unrecorded));
        CostSums sums = new CostSums(group, slices);
        boolean whole = add(asked, sums);
        return new Costs(
                asked,
                true,
                sums.costs(),
                sums.waits(),
                !whole,
                past.countedWaits(asked),
                use(asked),
                history.gaps(asked.scope(), asked.from()).stream()
                        .filter(gap -> !gap.isOutage() && gap.from().isBefore(asked.moment()))
                        .filter(gap -> gap.source() == null || !unrecorded.contains(gap.source()))
                        .toList(),
                asked.scope().seesNames() ? history.reachesBackTo().orElse(null) : null,
                unrecorded,
                slices);
    }

    /** Whether all waits and leases were added. */
    private boolean add(PastQuestion asked, CostSums sums) {
        List<WaitSpan> waits = past.waits(asked, WAITS + 1);
        Set<LockId> locks = waits.stream().limit(WAITS).map(WaitSpan::lock).collect(Collectors.toSet());
        List<LeaseSpan> leases =
                locks.isEmpty() ? List.of() : past.leasesOf(locks, asked.from(), asked.moment(), LEASES + 1);
        return add(waits.stream().limit(WAITS).toList(), held(leases, asked), asked, sums)
                && waits.size() <= WAITS
                && leases.size() <= LEASES;
    }

    private static Map<LockId, HeldMeanwhile> held(List<LeaseSpan> leases, PastQuestion asked) {
        Map<LockId, HeldMeanwhile> held = new HashMap<>();
        leases.stream()
                .limit(LEASES)
                .collect(Collectors.groupingBy(LeaseSpan::lock))
                .forEach((lock, some) -> held.put(lock, new HeldMeanwhile(some, asked.from(), asked.moment())));
        return held;
    }

    /** Whether each wait was added: it ends where it would take too long, and where its asker is gone. */
    private static boolean add(
            List<WaitSpan> waits, Map<LockId, HeldMeanwhile> held, PastQuestion asked, CostSums sums) {
        long steps = 0;
        for (WaitSpan wait : waits) {
            if (steps > STEPS || Thread.currentThread().isInterrupted()) {
                return false;
            }
            HeldMeanwhile meanwhile = held.computeIfAbsent(
                    wait.lock(), unused -> new HeldMeanwhile(List.of(), asked.from(), asked.moment()));
            sums.add(meanwhile.episodes(wait).stream()
                    .filter(episode -> isAskedFor(episode, asked))
                    .toList());
            steps += meanwhile.steps();
        }
        return true;
    }

    private static boolean isAskedFor(CostEpisode episode, PastQuestion asked) {
        Party holder = episode.lease() == null ? Party.UNKNOWN : episode.lease().holder();
        return isAskedFor(episode.waited().waiter(), asked) || (holder != null && isAskedFor(holder, asked));
    }

    private static boolean isAskedFor(Party who, PastQuestion asked) {
        return (asked.service().isEmpty() || asked.service().equals(who.service()))
                && (asked.host().isEmpty() || asked.host().equals(who.host()));
    }

    /** The whole is not lost with it where a long time has too many leases to add up. */
    private @Nullable List<UsedLock> use(PastQuestion asked) {
        if (!asked.scope().seesNames()) {
            return null;
        }
        try {
            KnownTime known = history.known(asked.from(), asked.moment());
            return inUse.of(asked, known, LOCKS_IN_USE).stream()
                    .filter(lock -> lock.millis() > 0)
                    .map(lock -> used(lock, known))
                    .sorted(MOST_USED_FIRST)
                    .toList();
        } catch (DataAccessException e) {
            return null;
        }
    }

    private UsedLock used(LockUses.LockUse lock, KnownTime time) {
        double share = lock.millis() / (double) time.length().toMillis();
        OptionalDouble known = board.find(lock.lock())
                .flatMap(Lock::own)
                .map(document -> OptionalDouble.of(share / document.capacity()))
                .orElse(share > 1 ? OptionalDouble.empty() : OptionalDouble.of(share));
        return new UsedLock(lock.lock(), lock.leases(), lock.millis(), known);
    }
}
