package io.lockkeeper.console.ask.past;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.DigestSum;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.remember.history.WaitRecord;
import io.lockkeeper.console.remember.history.WaitThen;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The history's answer.
 *
 * @param first what was found in the console's first collection
 * @param others what was found in other sources: none if names were asked for that these do not have
 * @param counted totals of leases that were only counted
 * @param waiting who waited at the moment, by lock; empty if no moment was asked about
 * @param waitingKnown whether waits are on record of any source that was asked about
 * @param moreWaiting whether more waited than were read
 * @param takenOut the first waiters whom operators took out of queues in the time; none if a moment was asked about
 * @param moreTakenOut whether there are more of them
 * @param gaps the times of which nothing is recorded: those of the first collection since before the moment's day began in any zone,
 *     then those of other sources
 * @param begun how far back the history of the first collection reaches; null if nothing was ever recorded, or none is asked for
 */
public record PastAnswer(
        PastQuestion question,
        Leases first,
        Leases others,
        List<DigestSum> counted,
        Map<LockId, List<WaitThen>> waiting,
        boolean waitingKnown,
        boolean moreWaiting,
        List<WaitRecord> takenOut,
        boolean moreTakenOut,
        List<Gap> gaps,
        @Nullable Instant begun) {

    /**
     * A page of leases.
     *
     * @param shown the first of what was found
     * @param more whether there are more of them
     * @param count how many were found, up to {@link PastReading#COUNTED}
     * @param left how many of them this page and those after it have, up to as many
     */
    public record Leases(List<LeaseRecord> shown, boolean more, long count, long left) {}

    public List<LeaseRecord> leases() {
        return Stream.concat(first.shown.stream(), others.shown.stream()).toList();
    }

    /** How many were found, up to as many as are counted. */
    public long count() {
        return first.count + others.count;
    }

    /** The periods without records that overlap the question; not the outages, of which records may be whole. */
    public Stream<Gap> gapsWithin() {
        return gaps.stream()
                .filter(gap -> !gap.isOutage())
                .filter(gap ->
                        !gap.from().isAfter(question.moment()) && gap.until().isAfter(question.from()));
    }

    /** Whether all of the time is recorded: else what is not found may have been there. */
    public boolean isWhole() {
        return gapsWithin().findAny().isEmpty()
                && (begun == null || !question.from().isBefore(begun));
    }

    /** Who waited for a lock at the moment; null if that is not on record. */
    public @Nullable List<WaitThen> waitingFor(LockId lock) {
        boolean recorded = gapsWithin()
                .noneMatch(gap -> lock.source().equals(Objects.requireNonNullElse(gap.source(), LockId.FIRST)));
        return recorded ? waiting.getOrDefault(lock, List.of()) : waiting.get(lock);
    }

    /** Those who waited at the moment, the longest first: for any lock, or if a holder was named, for those of the leases. */
    public List<WaitThen> waitingForThese() {
        Set<LockId> locks = first.shown.stream().map(LeaseRecord::lock).collect(Collectors.toSet());
        return waiting.values().stream()
                .flatMap(List::stream)
                .filter(waiter -> !question.namesSomebody() || locks.contains(waiter.lockId()))
                .sorted(Comparator.comparing(WaitThen::since).thenComparing(WaitThen::lock))
                .toList();
    }

    /** The least number of rows on this page and those after it. */
    public long found() {
        return first.left + others.left + takenOut.size() + (moreTakenOut ? 1 : 0);
    }

    public long countedLeases() {
        return counted.stream().mapToLong(DigestSum::leases).sum();
    }

    public int waiters() {
        return waiting.values().stream().mapToInt(List::size).sum();
    }
}
