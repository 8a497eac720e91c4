package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.remember.history.HistoryEvent;
import io.lockkeeper.console.remember.history.Transition;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A hold that a change has ended: at most one of another library's lock, but several leases of one of ours, whose document
 * tells how each ended.
 *
 * @param holder who had it, in words; empty if the document does not tell
 * @param since when it was acquired
 */
record EndedHold(String lock, Acquisition acquisition, String holder, Optional<Instant> since, HoldEnd end) {

    static List<EndedHold> of(LockWrite change) {
        DialectLock before = change.before().orElse(null);
        if (before == null) {
            return List.of();
        }
        return before.own()
                .map(lock -> leases(lock, change))
                .orElseGet(() ->
                        HoldEnd.of(change).stream().map(end -> of(before, end)).toList());
    }

    private static EndedHold of(DialectLock lock, HoldEnd end) {
        return new EndedHold(lock.name(), lock.acquisition(), String.join(", ", lock.holders()), lock.acquired(), end);
    }

    /** A document that can no longer be read reveals no end. */
    private static List<EndedHold> leases(LockDocument before, LockWrite change) {
        boolean unread = change.after().filter(after -> after.own().isEmpty()).isPresent();
        LockDocument after = change.after().flatMap(DialectLock::own).orElseGet(() -> Transition.idle(before.name()));
        return unread
                ? List.of()
                : new Transition(before, after, change.deleted(), change.at())
                        .events().stream()
                                .filter(HistoryEvent.Ended.class::isInstance)
                                .map(event -> of((HistoryEvent.Ended) event))
                                .toList();
    }

    private static EndedHold of(HistoryEvent.Ended ended) {
        Holder lease = ended.holder();
        return new EndedHold(
                ended.lock(),
                LeaseAcquisitions.of(ended.lock(), lease),
                LeaseAcquisitions.words(lease),
                Optional.of(lease.acquiredAt()),
                new HoldEnd(ended.at(), ended.how()));
    }
}
