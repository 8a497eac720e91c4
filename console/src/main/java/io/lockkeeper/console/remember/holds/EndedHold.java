package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.remember.history.HistoryEvent;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A hold that a change has ended: at most one of another library's lock, but several leases of one of ours, whose document shows how each
 * ended.
 *
 * @param holder who had it, in words; empty if the document does not name it
 * @param since when it was acquired
 * @param own the end of the lease of one of our locks; empty for another library's
 */
record EndedHold(
        String lock,
        Acquisition acquisition,
        String holder,
        Optional<Instant> since,
        HoldEnd end,
        Optional<HistoryEvent.Ended> own) {

    static List<EndedHold> of(LockWrite change) {
        return OwnChange.events(change, true)
                .map(events -> events.stream()
                        .filter(HistoryEvent.Ended.class::isInstance)
                        .map(event -> of((HistoryEvent.Ended) event))
                        .toList())
                .orElseGet(() -> another(change).stream().toList());
    }

    /** The ended hold of another library's lock. */
    static Optional<EndedHold> another(LockWrite change) {
        return change.before().flatMap(before -> HoldEnd.of(change).map(end -> of(before, end)));
    }

    static EndedHold of(DialectLock lock, HoldEnd end) {
        return new EndedHold(
                lock.name(),
                lock.acquisition(),
                String.join(", ", lock.holders()),
                lock.acquired(),
                end,
                Optional.empty());
    }

    /** The ended hold of a lock of ours. */
    static EndedHold of(HistoryEvent.Ended ended) {
        Holder lease = ended.holder();
        return new EndedHold(
                ended.lock(),
                LeaseAcquisitions.of(ended.lock(), lease),
                LeaseAcquisitions.words(lease),
                Optional.of(lease.acquiredAt()),
                new HoldEnd(ended.at(), ended.how()),
                Optional.of(ended));
    }
}
