package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * One lock as the console knows it: its document, or what is wrong with that; of another library's, what its dialect reads. What
 * depends on the time is asked with an instant of the server's clock.
 *
 * @param name the document's {@code _id} as text
 * @param lock the document, or null if it is damaged, or another library's
 * @param damage what is wrong with the document, or null
 * @param foreign whether another program keeps the document: no lock is meant
 * @param named whether the document's id is a name: without one it never stands in the place of a lock
 * @param bytes how much of the document was read, as BSON; 0 of none
 * @param large whether the document is larger than the console reads
 * @param library what is known of another library's lock, or of a source's document that cannot be read; null of any other
 */
public record LockView(
        String name,
        @Nullable LockDocument lock,
        @Nullable String damage,
        boolean foreign,
        boolean named,
        int bytes,
        boolean large,
        @Nullable ForeignLock library) {

    public LockView(String name, @Nullable LockDocument lock, @Nullable String damage) {
        this(name, lock, damage, false, true, 0, false, null);
    }

    /** As its dialect reads it. */
    public static LockView of(ForeignLock read) {
        String damage = read.isReadable() ? null : read.damage();
        return read.own()
                .map(document -> new LockView(read.name(), document, null))
                .orElseGet(() -> new LockView(read.name(), null, damage, false, true, 0, false, read));
    }

    /** As it is read; the size of one counts that is as MongoDB sent it. */
    public static LockView of(BsonDocument document) {
        return DocumentReading.of(document);
    }

    /** The same lock, of which no more is kept than that. */
    LockView without(String why) {
        return new LockView(name, null, why, foreign, named, 0, true, null);
    }

    /** The lock of this name once its document is deleted. */
    public static LockView gone(String name) {
        return new LockView(name, new LockDocument(name, 1, 0, List.of(), List.of(), null, null, Instant.EPOCH), null);
    }

    public LockState state(Instant now) {
        if (library != null) {
            return stateOf(library.state(now));
        }
        if (lock == null) {
            return foreign ? LockState.FOREIGN : large ? LockState.TOO_LARGE : LockState.DAMAGED;
        }
        LockState state = lock.holders().isEmpty() ? unheld(now) : LockState.EXPIRED;
        for (Holder holder : lock.holders()) {
            state = isLive(holder, now) ? worse(state, stateOf(holder, now)) : state;
        }
        return state;
    }

    private static LockState stateOf(ForeignLock.State is) {
        return switch (is) {
            case UNREADABLE -> LockState.DAMAGED;
            case EXPIRED -> LockState.EXPIRED;
            case HELD -> LockState.HELD;
            case FREE -> LockState.FREE;
        };
    }

    /** What worries comes first: 0 for a finding, 1 for a lock in use, 2 for an expired one that nobody wants, 3 for a free one. */
    int worry(Instant now) {
        return switch (state(now)) {
            case DAMAGED, TOO_LARGE, UNANSWERED, EVICTED, RENEWAL_LATE -> 0;
            case EXPIRED -> queue().isEmpty() ? 2 : 0;
            case HELD, KEPT, WAITING, PAUSED -> 1;
            case FREE, FOREIGN, ABSENT, UNREAD -> 3;
        };
    }

    /** The lease that is shown for the whole lock: the one granted first. */
    public Optional<Holder> holder() {
        return holders().stream().findFirst();
    }

    public List<Holder> holders() {
        return lock == null ? List.of() : lock.holders();
    }

    public List<Waiter> queue() {
        return lock == null ? List.of() : lock.queue();
    }

    /** Until when, and why, nobody acquires it. */
    public Optional<Pause> pause(Instant now) {
        return Optional.ofNullable(lock)
                .map(LockDocument::paused)
                .filter(pause -> pause.until().isAfter(now));
    }

    public int waiters() {
        return queue().size();
    }

    /** Since when it is held, as far as is known; the end of time if nobody holds it, or its agent keeps it idle. */
    public Instant heldSince() {
        return library == null
                ? holder().flatMap(Holder::heldSince).orElse(Instant.MAX)
                : library.acquired().filter(since -> library.held()).orElse(Instant.MAX);
    }

    /** When its hold ends unless it is renewed; empty if nobody holds it, or that is unknown. */
    public Optional<Instant> expiresAt() {
        return library == null
                ? holder().map(Holder::expiresAt)
                : library.expiry().instant().filter(at -> library.held());
    }

    /** The name by which holders are put together: the service, or whoever another library names; empty if nobody is known to hold it. */
    public String heldBy() {
        return library == null
                ? holder().map(it -> it.owner().service()).orElse("")
                : library.held() ? String.join(", ", library.holders()) : "";
    }

    /** The token of the lease that is shown for it; 0 if there is none. */
    public long heldToken() {
        return library == null
                ? holder().map(Holder::token).orElse(0L)
                : library.fence().orElse(0);
    }

    public boolean isFree() {
        return library == null ? lock != null && lock.isIdle() : library.isReadable() && !library.held();
    }

    public boolean isHeld(Instant now) {
        if (library != null) {
            return library.state(now) == ForeignLock.State.HELD;
        }
        for (Holder holder : holders()) {
            if (isLive(holder, now)) {
                return true;
            }
        }
        return false;
    }

    public static boolean isLive(Holder holder, Instant now) {
        return holder.expiresAt().isAfter(now);
    }

    /** Half of what the last touch gave is gone: agents renew at a third, and nobody a lease that was evicted or lingers. */
    public static boolean isLate(Holder holder, Instant now) {
        return holder.evicted() == null && !holder.lingers() && now.toEpochMilli() >= lateAt(holder);
    }

    /** Since when the lease's renewal is late; empty if it is not. */
    public static Optional<Instant> lateSince(Holder holder, Instant now) {
        return isLate(holder, now) ? Optional.of(Instant.ofEpochMilli(lateAt(holder))) : Optional.empty();
    }

    private static long lateAt(Holder holder) {
        long updated = holder.updatedAt().toEpochMilli();
        return updated + (holder.expiresAt().toEpochMilli() - updated) / 2 + 1;
    }

    /** When time alone may change its {@link #state}, in milliseconds since 1970, in no order. */
    LongStream turns() {
        return LongStream.concat(
                Stream.ofNullable(lock)
                        .flatMap(it -> Stream.ofNullable(it.paused()))
                        .mapToLong(pause -> pause.until().toEpochMilli()),
                holders().stream().flatMapToLong(LockView::turns));
    }

    private static LongStream turns(Holder holder) {
        Eviction evicted = holder.evicted();
        long turn = evicted == null ? lateAt(holder) : evicted.until().toEpochMilli();
        return LongStream.of(turn, holder.expiresAt().toEpochMilli());
    }

    private static LockState stateOf(Holder holder, Instant now) {
        return EvictionState.of(holder, now)
                .map(it -> it instanceof EvictionState.Quarantine ? LockState.EVICTED : LockState.UNANSWERED)
                .orElseGet(() -> unevicted(holder, now));
    }

    private static LockState unevicted(Holder holder, Instant now) {
        if (isLate(holder, now)) {
            return LockState.RENEWAL_LATE;
        }
        return holder.isIdle() ? LockState.KEPT : LockState.HELD;
    }

    private LockState unheld(Instant now) {
        if (pause(now).isPresent()) {
            return LockState.PAUSED;
        }
        return queue().isEmpty() ? LockState.FREE : LockState.WAITING;
    }

    /** Of a live lease and what is known so far; one live lease is enough for the lock not to be expired. */
    private static LockState worse(LockState known, LockState live) {
        return known == LockState.EXPIRED || live.compareTo(known) < 0 ? live : known;
    }
}
