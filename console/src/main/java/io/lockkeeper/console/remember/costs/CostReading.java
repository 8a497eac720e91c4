package io.lockkeeper.console.remember.costs;

import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.LockUse;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Past;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.remember.history.WaitSpan;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.source.SourceFeeds;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Adds up who cost whom in the console's first collection: of other sources no waits are recorded. Waits for MongoDB. */
@Component
public class CostReading {

    /** So many waits are read, the longest first. */
    public static final int WAITS = 20_000;

    private static final int LEASES = 50_000;
    private static final int LOCKS_IN_USE = 500;
    /** Those of an unknown share first: more than one of their permits was in use. */
    private static final Comparator<UsedLock> MOST_USED_FIRST = Comparator.comparingDouble(
                    (UsedLock lock) -> lock.share().orElse(Double.MAX_VALUE))
            .reversed()
            .thenComparing(UsedLock::lock);

    private final Past past;
    private final History history;
    private final Board board;
    private final SourceFeeds feeds;

    CostReading(Past past, History history, Board board, SourceFeeds feeds) {
        this.past = past;
        this.history = history;
        this.board = board;
        this.feeds = feeds;
    }

    /**
     * Of a service or host that is named: what it held and what it waited for.
     *
     * @throws IllegalArgumentException if the question is about a moment
     */
    public Costs read(PastQuestion asked, CostGroup group) {
        if (asked.isOfAMoment()) {
            throw new IllegalArgumentException("Who cost whom is asked of a time, not of a moment.");
        }
        List<String> unrecorded = feeds.all(asked.scope()).stream()
                .map(each -> each.source().id())
                .sorted()
                .toList();
        return asked.scope().seesNames() ? read(asked, group, unrecorded) : Costs.unknown(asked, unrecorded);
    }

    private Costs read(PastQuestion asked, CostGroup group, List<String> unrecorded) {
        List<WaitSpan> waits = past.waits(asked, WAITS + 1);
        Map<String, List<WaitSpan>> byLock = waits.stream().limit(WAITS).collect(Collectors.groupingBy(WaitSpan::lock));
        List<LeaseRecord> leases =
                byLock.isEmpty() ? List.of() : past.leasesOf(byLock.keySet(), asked.from(), asked.moment(), LEASES + 1);
        Map<String, List<LeaseRecord>> held = leases.stream()
                .limit(LEASES)
                .collect(Collectors.groupingBy(lease -> lease.key().lock()));
        List<CostEpisode> episodes = byLock.entrySet().stream()
                .flatMap(entry -> episodes(asked, held.getOrDefault(entry.getKey(), List.of()), entry.getValue()))
                .filter(episode -> isAskedFor(episode, asked))
                .toList();
        return new Costs(
                asked,
                costs(episodes, group),
                (int) episodes.stream().map(CostEpisode::waited).distinct().count(),
                waits.size() > WAITS || leases.size() > LEASES,
                past.countedWaits(asked),
                use(asked),
                history.gapsSince(asked.from()).stream()
                        .filter(gap -> !gap.isOutage() && gap.from().isBefore(asked.moment()))
                        .toList(),
                history.reachesBackTo().orElse(null),
                unrecorded);
    }

    private static Stream<CostEpisode> episodes(PastQuestion asked, List<LeaseRecord> held, List<WaitSpan> waits) {
        HeldMeanwhile leases = new HeldMeanwhile(held, asked.from(), asked.moment());
        return waits.stream().flatMap(wait -> leases.episodes(wait).stream());
    }

    private static boolean isAskedFor(CostEpisode episode, PastQuestion asked) {
        Party holder = episode.lease() == null ? Party.UNKNOWN : episode.lease().holder();
        return isAskedFor(episode.waited().waiter(), asked) || (holder != null && isAskedFor(holder, asked));
    }

    private static boolean isAskedFor(Party who, PastQuestion asked) {
        return (asked.service().isEmpty() || asked.service().equals(who.service()))
                && (asked.host().isEmpty() || asked.host().equals(who.host()));
    }

    private static List<Cost> costs(List<CostEpisode> episodes, CostGroup group) {
        return episodes.stream()
                .collect(Collectors.groupingBy(episode -> CostKey.of(episode, group)))
                .entrySet()
                .stream()
                .map(entry -> Cost.of(entry.getKey(), entry.getValue()))
                .filter(cost -> cost.millis() > 0)
                .sorted(Cost.DEAREST_FIRST)
                .toList();
    }

    /** The whole is not lost with it where a long time has too many leases to add up. */
    private @Nullable List<UsedLock> use(PastQuestion asked) {
        try {
            return past.use(asked, LOCKS_IN_USE).stream()
                    .map(lock -> used(lock, asked))
                    .sorted(MOST_USED_FIRST)
                    .toList();
        } catch (DataAccessException e) {
            return null;
        }
    }

    private UsedLock used(LockUse lock, PastQuestion asked) {
        double share = lock.millis()
                / (double) Duration.between(asked.from(), asked.moment()).toMillis();
        OptionalDouble known = board.find(lock.lock())
                .flatMap(view -> Optional.ofNullable(view.lock()))
                .map(document -> OptionalDouble.of(share / document.capacity()))
                .orElse(share > 1 ? OptionalDouble.empty() : OptionalDouble.of(share));
        return new UsedLock(lock.lock(), lock.leases(), lock.millis(), known);
    }
}
