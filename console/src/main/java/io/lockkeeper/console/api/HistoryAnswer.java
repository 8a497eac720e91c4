package io.lockkeeper.console.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockkeeper.console.ask.past.PastAnswer;
import io.lockkeeper.console.remember.history.DigestSum;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.WaitRecord;
import io.lockkeeper.console.remember.history.WaitThen;
import io.lockkeeper.model.TakenOut;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The history's answer.
 *
 * @param moment the moment asked about
 * @param leases held then, the longest held first; or granted in the time before it, the latest first
 * @param total how many there are; of more than 10,000 no more are counted
 * @param waiting who waited at the moment, the longest first: for any lock, or if a service, host or operator is asked for, for the
 *     locks of these leases. None of a time
 * @param moreWaiting whether there are more of them
 * @param takenOut waiters whom operators took out of queues in the time, the latest first; none of a moment
 * @param moreTakenOut whether there are more of them
 * @param holds of locks of sources, in the same order; none if a service, host or operator is asked for
 * @param moreHolds whether there are more of them
 * @param counted of locks that changed too often to record each lease, what the others came to beside these
 * @param recorded how much of the time is on record
 */
record HistoryAnswer(
        Instant moment,
        List<PastLease> leases,
        long total,
        List<WaitThen> waiting,
        boolean moreWaiting,
        List<PastWait> takenOut,
        boolean moreTakenOut,
        List<PastHold> holds,
        boolean moreHolds,
        List<DigestSum> counted,
        @JsonUnwrapped Recorded recorded) {

    /**
     * How much of a time is on record.
     *
     * @param gaps the times of which nothing was recorded, the earliest first; those of sources come last
     * @param recordedSince how far back the history of the leases reaches; null if none was ever recorded, or none is asked for
     */
    record Recorded(List<Unrecorded> gaps, @Nullable Instant recordedSince) {

        static Recorded of(Stream<Gap> gaps, @Nullable Instant begun) {
            return new Recorded(gaps.map(Unrecorded::of).toList(), begun);
        }
    }

    /**
     * A time of which nothing was recorded.
     *
     * @param source the id of the source of which nothing was; null for Lockkeeper's own locks
     * @param why in a sentence
     */
    record Unrecorded(@Nullable String source, Instant from, Instant until, String why) {

        static Unrecorded of(Gap gap) {
            return new Unrecorded(gap.source(), gap.from(), gap.until(), gap.why());
        }
    }

    static HistoryAnswer of(PastAnswer found, int most) {
        List<WaitThen> waiting = found.waitingForThese();
        return new HistoryAnswer(
                found.question().moment(),
                found.first().shown().stream().map(PastLease::of).toList(),
                found.first().count(),
                waiting.stream().limit(most).toList(),
                waiting.size() > most,
                found.takenOut().stream().map(PastWait::of).toList(),
                found.moreTakenOut(),
                found.others().shown().stream().map(PastHold::of).toList(),
                found.others().more(),
                found.counted(),
                Recorded.of(found.gapsWithin(), found.begun()));
    }

    /**
     * A lease of the past; what is null is not known, or has not happened.
     *
     * @param heldMillis how long it was held; unknown of a lease that its agent kept from one use to the next
     * @param keptMillis how long it was kept
     * @param uses how many uses a kept one had, by its last renewal
     */
    record PastLease(
            String lock,
            long token,
            @Nullable Party holder,
            Instant grantedAt,
            @Nullable Instant askedAt,
            @Nullable Long waitedMillis,
            @Nullable Instant endedAt,
            @Nullable String ending,
            @Nullable Long heldMillis,
            @Nullable Long keptMillis,
            @Nullable Integer uses,
            @Nullable Integer waiters,
            ApiLease.@Nullable Mark evicted) {

        static PastLease of(LeaseRecord lease) {
            return new PastLease(
                    lease.key().lock(),
                    lease.key().token(),
                    lease.holder(),
                    lease.began(),
                    lease.askedAt(),
                    lease.waitedMillis(),
                    lease.endedAt(),
                    lease.ending() == null ? null : lease.ending().name(),
                    lease.isKept() ? null : lease.heldMillis(),
                    lease.isKept() ? lease.heldMillis() : null,
                    lease.uses(),
                    lease.waiters(),
                    ApiLease.Mark.of(lease.evicted()));
        }
    }

    /**
     * A wait that an operator ended.
     *
     * @param source the id of the lock's source; null for the console's first collection
     * @param since when it began to wait
     */
    record PastWait(
            @Nullable String source,
            String lock,
            String acquirer,
            Party waiter,
            Instant since,
            long waitedMillis,
            Mark takenOut) {

        /** The operator who took it out of the queue, why and when. */
        record Mark(String by, String reason, Instant at) {}

        static PastWait of(WaitRecord wait) {
            TakenOut mark = Objects.requireNonNull(wait.takenOut());
            return new PastWait(
                    wait.source(),
                    wait.lock(),
                    wait.acquirer(),
                    wait.waiter(),
                    wait.since(),
                    wait.waitedMillis(),
                    new Mark(mark.by(), mark.reason(), mark.at()));
        }
    }
}
