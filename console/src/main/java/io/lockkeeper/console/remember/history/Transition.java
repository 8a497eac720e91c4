package io.lockkeeper.console.remember.history;

import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.TakenOut;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One change of a lock's document.
 *
 * @param before the document until then, or null where it is unknown; an idle one where there was none
 * @param after the document since; an idle one where it was deleted
 * @param deleted whether it was deleted
 * @param at when, by the server's clock
 */
public record Transition(@Nullable LockDocument before, LockDocument after, boolean deleted, Instant at) {

    private static final int NAMED_WAITERS = 20;

    public static LockDocument idle(String name) {
        return new LockDocument(name, 1, 0, List.of(), List.of(), null, null, Instant.EPOCH);
    }

    /**
     * What time by itself has done to a lock by a moment: every entry that had run out by then is gone, at its expiry, although no write has
     * dropped it yet. What a lock's document still lists is held, or waits, only if this does not end it.
     */
    public static Transition runOut(LockDocument lock, Instant now) {
        LockDocument left = new LockDocument(
                lock.name(),
                lock.capacity(),
                lock.token(),
                lock.holders().stream()
                        .filter(holder -> holder.expiresAt().isAfter(now))
                        .toList(),
                lock.queue().stream()
                        .filter(waiter -> waiter.expiresAt().isAfter(now))
                        .toList(),
                lock.released(),
                lock.wake(),
                lock.expiresAt(),
                lock.paused(),
                lock.takenOut());
        return new Transition(lock, left, false, now);
    }

    /** The leases that ended by it. */
    Stream<HistoryEvent.Ended> ended() {
        return events().stream().filter(HistoryEvent.Ended.class::isInstance).map(HistoryEvent.Ended.class::cast);
    }

    /** The events that it means for the lock's history. */
    public List<HistoryEvent> events() {
        List<HistoryEvent> events = new ArrayList<>();
        Set<String> known = acquirers(before);
        List<Holder> granted = after.holders().stream()
                .filter(holder -> !known.contains(holder.acquirer()))
                .toList();
        granted.forEach(holder -> events.add(new HistoryEvent.Granted(after.name(), holder, askedAt(holder))));
        if (before != null) {
            endings(before, !granted.isEmpty(), events);
        }
        if (!after.queue().isEmpty() && (!granted.isEmpty() || !sameQueue())) {
            after.holders().forEach(holder -> events.add(waited(holder)));
        }
        return events;
    }

    private static Set<String> acquirers(@Nullable LockDocument lock) {
        return lock == null
                ? Set.of()
                : lock.holders().stream().map(Holder::acquirer).collect(Collectors.toSet());
    }

    private @Nullable Instant askedAt(Holder holder) {
        return before == null
                ? null
                : before.waiter(holder.acquirer()).map(Waiter::since).orElse(holder.acquiredAt());
    }

    private void endings(LockDocument was, boolean grantedAnew, List<HistoryEvent> events) {
        Set<String> still = Stream.concat(
                        after.holders().stream().map(Holder::acquirer),
                        after.queue().stream().map(Waiter::acquirer))
                .collect(Collectors.toCollection(HashSet::new));
        was.holders().stream()
                .filter(holder -> !still.contains(holder.acquirer()))
                .forEach(holder -> events.add(ended(holder, grantedAnew)));
        was.queue().stream()
                .filter(waiter -> !still.contains(waiter.acquirer()))
                .forEach(waiter -> events.add(left(waiter)));
    }

    private boolean sameQueue() {
        return before != null
                && before.queue().stream()
                        .map(Waiter::acquirer)
                        .toList()
                        .equals(after.queue().stream().map(Waiter::acquirer).toList());
    }

    private HistoryEvent.Ended ended(Holder holder, boolean grantedAnew) {
        Released told = Optional.ofNullable(after.released())
                .filter(it -> it.acquirer().equals(holder.acquirer()))
                .orElse(null);
        Eviction evicted = told != null && told.evicted() != null ? told.evicted() : holder.evicted();
        Instant end = told != null ? told.at() : earlier(holder.expiresAt(), at);
        return new HistoryEvent.Ended(after.name(), holder, end, how(holder, told, evicted, grantedAnew), evicted);
    }

    private Ending how(Holder holder, @Nullable Released told, @Nullable Eviction evicted, boolean grantedAnew) {
        if (evicted != null) {
            return Ending.EVICTED;
        }
        boolean ranOut = told != null
                ? !told.at().isBefore(holder.expiresAt())
                : !holder.expiresAt().isAfter(at);
        if (!ranOut) {
            return deleted ? Ending.UNKNOWN : Ending.RELEASED;
        }
        if (holder.lingers()) {
            return Ending.RELEASED;
        }
        return grantedAnew ? Ending.TAKEN_OVER : Ending.EXPIRED;
    }

    private HistoryEvent.Left left(Waiter waiter) {
        TakenOut takenOut = after.takenOut(waiter.acquirer()).orElse(null);
        if (takenOut != null) {
            return new HistoryEvent.Left(after.name(), waiter, takenOut.at(), false, takenOut);
        }
        boolean silent = !waiter.expiresAt().isAfter(at);
        return new HistoryEvent.Left(after.name(), waiter, silent ? waiter.expiresAt() : at, silent, null);
    }

    private HistoryEvent.Waited waited(Holder holder) {
        List<String> who = after.queue().stream()
                .limit(NAMED_WAITERS)
                .map(waiter -> waiter.owner().service() + " · " + waiter.owner().instance())
                .distinct()
                .toList();
        return new HistoryEvent.Waited(after.name(), holder, after.waiting(), who);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
