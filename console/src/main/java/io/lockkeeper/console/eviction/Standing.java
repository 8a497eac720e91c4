package io.lockkeeper.console.eviction;

import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the lease that an operator saw stands now. */
sealed interface Standing {

    /** It holds the lock still. */
    record Holds(Holder holder, List<Waiter> queue) implements Standing {}

    /** It is marked, and not over. */
    record Evicted(Holder holder, EvictionState state, List<Waiter> queue) implements Standing {}

    /** It expired, and nobody has settled the lock yet. */
    record RanOut(Holder holder) implements Standing {}

    /**
     * It is no more.
     *
     * @param end how it ended, or null if a later lease has ended since
     * @param next who was granted the lock after it, or null for nobody
     */
    record Ended(@Nullable Released end, @Nullable Holder next) implements Standing {}

    static Standing of(Optional<LockView> lock, Holder seen, Instant now) {
        LockDocument document = lock.map(LockView::lock).orElse(null);
        if (document == null) {
            return new Ended(null, null);
        }
        return document.holder(seen.acquirer())
                .filter(holder -> holder.token() == seen.token())
                .map(holder -> standing(holder, document, now))
                .orElseGet(() -> ended(document, seen));
    }

    private static Standing standing(Holder holder, LockDocument lock, Instant now) {
        if (!LockView.isLive(holder, now)) {
            return new RanOut(holder);
        }
        return EvictionState.of(holder, now)
                .<Standing>map(state -> new Evicted(holder, state, lock.queue()))
                .orElseGet(() -> new Holds(holder, lock.queue()));
    }

    private static Standing ended(LockDocument lock, Holder seen) {
        Released end = lock.released();
        boolean ours = end != null && end.acquirer().equals(seen.acquirer());
        return new Ended(
                ours ? end : null,
                lock.holders().stream()
                        .filter(holder -> holder.token() > seen.token())
                        .min(Comparator.comparingLong(Holder::token))
                        .orElse(null));
    }
}
