package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.LeaseTimes;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The present state of the acquisition that an operator saw. */
sealed interface Standing {

    /**
     * It still holds the lock.
     *
     * @param lease of one of Lockkeeper's own locks; empty of any other
     * @param queue who waits for it, without those whose agents no longer prove them alive
     */
    record Holds(DialectLock lock, Optional<Holder> lease, List<Waiter> queue) implements Standing {}

    /** It is marked as evicted, and not over. */
    record Evicted(Holder holder, EvictionState state, List<Waiter> queue) implements Standing {}

    /** It expired, and the lock is not settled yet. */
    record RanOut(Holder holder) implements Standing {}

    /**
     * It is no more.
     *
     * @param end how it ended, or null if a later lease has ended since, or the lock does not show it
     * @param next who has the lock after it, in words; empty if it is free
     */
    record Ended(@Nullable Released end, String next) implements Standing {}

    static Standing of(Optional<DialectLock> lock, Seen seen, Instant now) {
        return lock.flatMap(it -> it.with(seen.acquisition()))
                .flatMap(it -> standing(it, now))
                .orElseGet(() -> ended(lock, seen, now));
    }

    /** Empty if it is over, although the document still names it. */
    private static Optional<Standing> standing(DialectLock lock, Instant now) {
        Optional<Holder> lease = lock.own().flatMap(own -> LeaseAcquisitions.in(own, lock.acquisition()));
        return lease.map(holder -> standing(lock, holder, now))
                .or(() -> lock.isTaken(now) ? Optional.of(new Holds(lock, lease, List.of())) : Optional.empty());
    }

    private static Standing standing(DialectLock lock, Holder holder, Instant now) {
        List<Waiter> queue = lock.own().stream()
                .flatMap(own -> own.queue().stream())
                .filter(waiter -> waiter.expiresAt().isAfter(now))
                .toList();
        Holds holds = new Holds(lock, Optional.of(holder), queue);
        if (!LeaseTimes.isLive(holder, now)) {
            return new RanOut(holder);
        }
        return EvictionState.of(holder, now)
                .<Standing>map(state -> new Evicted(holder, state, holds.queue()))
                .orElse(holds);
    }

    private static Standing ended(Optional<DialectLock> lock, Seen seen, Instant now) {
        Optional<LockDocument> own = lock.flatMap(DialectLock::own);
        return own.map(it -> new Ended(
                        LeaseAcquisitions.lastEnd(it, seen.acquisition()).orElse(null), after(it, seen.token())))
                .orElseGet(() -> new Ended(
                        null,
                        lock.filter(it -> it.isTaken(now)).map(Holders::words).orElse("")));
    }

    private static String after(LockDocument lock, long token) {
        return lock.holders().stream()
                .filter(holder -> holder.token() > token)
                .min(Comparator.comparingLong(Holder::token))
                .map(holder -> Holders.words(holder.owner()))
                .orElse("");
    }
}
