package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.ask.past.PastAnswer;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.WaitRecord;
import io.lockkeeper.console.remember.history.WaitThen;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The content of a row of the past. If two are equal, nothing has to be redrawn. */
sealed interface PastEntry {

    /** The key, the same for the same lease or wait. */
    Object key();

    Instant since();

    /**
     * A lease.
     *
     * @param moment the moment asked about; null for the present, when durations keep counting
     * @param ofMoment whether it is shown as it was at the moment
     * @param waiting who waited for the lock at the moment; null if that is not on record
     */
    record OfLease(
            LeaseRecord lease,
            @Nullable Instant moment,
            boolean ofMoment,
            @Nullable List<WaitThen> waiting) implements PastEntry {

        @Override
        public Object key() {
            return lease.id();
        }

        @Override
        public Instant since() {
            return lease.began();
        }
    }

    /** A waiter whom an operator took out of the queue. */
    record OfWait(WaitRecord ended) implements PastEntry {

        @Override
        public Object key() {
            return ended.id();
        }

        /** When it was taken out. */
        @Override
        public Instant since() {
            return ended.endedAt();
        }
    }

    /**
     * The first rows of an answer, those of all sources in one order.
     *
     * @param following whether the moment is the present
     */
    static List<PastEntry> first(PastAnswer answer, boolean following, int most) {
        boolean ofMoment = answer.question().isOfAMoment();
        @Nullable Instant moment = following ? null : answer.question().moment();
        Stream<PastEntry> leases = answer.leases().stream()
                .map(lease -> new OfLease(
                        lease, moment, ofMoment, lease.tellsWaits() ? answer.waitingFor(lease.lock()) : null));
        Stream<PastEntry> takenOut = answer.takenOut().stream().map(OfWait::new);
        Comparator<PastEntry> earliest = Comparator.comparing(PastEntry::since);
        return Stream.concat(leases, takenOut)
                .sorted(ofMoment ? earliest : earliest.reversed())
                .limit(most)
                .toList();
    }
}
