package io.lockkeeper.agent.store;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.UncontendedChange;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Guesses which locks are uncontended, from what the agent last saw of them: a change of such a lock may take the fast path of
 * {@link UncontendedChange}. A wrong guess costs a round trip without a write. Locks share a fixed number of slots, so memory does not grow
 * with their number.
 */
final class UncontendedLocks {

    /** A lock is uncontended if it was read within this time, and showed no other users within it. */
    private static final Duration MOMENT = Duration.ofSeconds(10);

    private static final int PLACES = 1024;

    private final LongSupplier ticker;
    private final AtomicReferenceArray<@Nullable Seen> places = new AtomicReferenceArray<>(PLACES);

    UncontendedLocks(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** A lock as it was read, if it showed no others; when that was, and when it last showed others, by the ticker. */
    private record Seen(String name, Optional<LockDocument> alone, long at, long othersAt) {

        boolean isUncontended(long now) {
            return isRecent(at, now) && !isRecent(othersAt, now);
        }

        private static boolean isRecent(long at, long now) {
            return now - at < MOMENT.toNanos();
        }
    }

    /** The fast paths, if all of these are likely to lead there: one for each lock. */
    Optional<List<UncontendedChange>> changes(Collection<Ask.Combinable> asks) {
        List<UncontendedChange> changes =
                asks.stream().flatMap(ask -> change(ask).stream()).toList();
        boolean all = changes.size() == asks.size()
                && asks.stream().map(Ask::lock).distinct().count() == asks.size();
        return all ? Optional.of(changes) : Optional.empty();
    }

    Optional<UncontendedChange> change(Ask.Combinable ask) {
        return seen(ask.lock().value())
                .filter(seen -> seen.isUncontended(ticker.getAsLong()))
                .flatMap(Seen::alone)
                .flatMap(lock -> UncontendedChange.of(lock, ask));
    }

    /** Whether the agent has seen the lock lately. */
    boolean knows(LockName lock) {
        return seen(lock.value()).isPresent();
    }

    /** Records the lock as it was after the ask. */
    void saw(Ask ask, LockDocument lock) {
        if (hasOthers(ask, lock) || hadOthersSince(lock)) {
            sawOthers(lock.name());
        } else {
            long now = ticker.getAsLong();
            long othersAt = seen(lock.name()).map(Seen::othersAt).orElse(now - MOMENT.toNanos());
            places.set(place(lock.name()), new Seen(lock.name(), Optional.of(lock), now, othersAt));
        }
    }

    /** Records that others use the lock, or must have used it, because it has changed. */
    void sawOthers(String name) {
        long now = ticker.getAsLong();
        places.set(place(name), new Seen(name, Optional.empty(), now, now));
    }

    private static boolean hasOthers(Ask ask, LockDocument lock) {
        return !lock.queue().isEmpty()
                || lock.paused() != null
                || lock.holders().stream().anyMatch(holder -> !holder.acquirer().equals(ask.acquirer()));
    }

    /** Another lease has ended there since it was seen idle. */
    private boolean hadOthersSince(LockDocument lock) {
        return !lock.isIdle()
                && seen(lock.name())
                        .flatMap(Seen::alone)
                        .filter(LockDocument::isIdle)
                        .filter(before -> !Objects.equals(lastHolder(before), lastHolder(lock)))
                        .isPresent();
    }

    private static @Nullable String lastHolder(LockDocument lock) {
        return lock.released() == null ? null : lock.released().acquirer();
    }

    private Optional<Seen> seen(String name) {
        return Optional.ofNullable(places.get(place(name))).filter(seen -> seen.name.equals(name));
    }

    private static int place(String name) {
        return Math.floorMod(name.hashCode(), PLACES);
    }
}
