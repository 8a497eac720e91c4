package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.dialect.LockReading;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One lock as the console knows it: its document, or what is wrong with that; of another library's, what its dialect reads. What
 * depends on the time is asked with an instant of the server's clock.
 *
 * @param id of its document: a string, unless another library's lock, or another program's document
 * @param name as people know it: of Lockkeeper's own, the id as text
 * @param lock the document, or null if it is damaged or not kept here, or another library's
 * @param damage what is wrong with the document, or null
 * @param foreign whether another program keeps the document: no lock is meant
 * @param bytes how much of the document was read, as BSON; 0 of none
 * @param large whether the document is larger than the console reads
 * @param library what is known of another library's lock, or of a source's document that cannot be read; null of any other
 */
public record LockView(
        BsonValue id,
        String name,
        @Nullable LockDocument lock,
        @Nullable String damage,
        boolean foreign,
        int bytes,
        boolean large,
        @Nullable DialectLock library) {

    private static final String STRAY = "it is no lock of Lockkeeper";
    private static final String NOT_KEPT = "this console has no room for it";

    public LockView(String name, @Nullable LockDocument lock, @Nullable String damage) {
        this(new BsonString(name), name, lock, damage, false, 0, false, null);
    }

    /** The lock that a dialect reads in a document as MongoDB sent it; empty if the document is none of the dialect's. */
    public static Optional<LockView> of(BsonDocument sent, Dialect dialect, TtlIndexes indexes) {
        return dialect.hasQueues()
                ? Optional.of(of(sent))
                : LockReading.of(sent, dialect, indexes).map(read -> of(read, DocumentReading.size(sent)));
    }

    private static LockView of(DialectLock read, int bytes) {
        String damage = read.isReadable() ? null : read.damage();
        return new LockView(read.id(), read.name(), null, damage, false, bytes, false, read);
    }

    /** A lock of Lockkeeper's own; the document's size counts only as MongoDB sent it. */
    public static LockView of(BsonDocument document) {
        return DocumentReading.of(document);
    }

    /** The same lock with only its name kept: nothing is wrong with it. */
    LockView nameOnly() {
        return new LockView(id, name, null, null, false, 0, false, null);
    }

    /** Whether more is kept of it than its name. */
    public boolean isKept() {
        return lock != null || damage != null || library != null;
    }

    /** The facts that are known of any library's lock. */
    public DialectLock facts() {
        if (library != null) {
            return library;
        }
        return lock == null
                ? DialectLock.unreadable(id, name, foreign ? STRAY : damage == null ? NOT_KEPT : damage)
                : LeaseAcquisitions.lock(lock);
    }

    /** Whether its name, or that of a holder, contains the text, which is in lower case, in any case. */
    boolean tells(String part) {
        return Stream.concat(Stream.of(name), facts().holders().stream())
                .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(part));
    }

    /** Whether its document could be read. */
    public boolean isReadable() {
        return library == null ? lock != null : library.isReadable();
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
            return withoutDocument();
        }
        LockState state = lock.holders().isEmpty() ? unheld(now) : LockState.EXPIRED;
        for (Holder holder : lock.holders()) {
            state = LeaseTimes.isLive(holder, now) ? worse(state, LeaseTimes.state(holder, now)) : state;
        }
        return state;
    }

    private LockState withoutDocument() {
        if (!isKept()) {
            return LockState.NOT_KEPT;
        }
        return foreign ? LockState.FOREIGN : large ? LockState.TOO_LARGE : LockState.DAMAGED;
    }

    /** The kind as which it is counted. */
    DialectLock.State kind(Instant now) {
        if (library != null) {
            return library.state(now);
        }
        if (lock == null) {
            return DialectLock.State.UNREADABLE;
        }
        return lock.holders().isEmpty()
                ? DialectLock.State.FREE
                : isHeld(now) ? DialectLock.State.HELD : DialectLock.State.EXPIRED;
    }

    private static LockState stateOf(DialectLock.State is) {
        return switch (is) {
            case UNREADABLE -> LockState.DAMAGED;
            case EXPIRED -> LockState.EXPIRED;
            case HELD -> LockState.HELD;
            case FREE -> LockState.FREE;
        };
    }

    /**
     * The rank, the most worrying first: 0 for a finding, 1 for another library's that has expired, 2 for a lock in use, 3 for one of ours
     * that has expired without waiters, 4 for a free one.
     */
    int worry(Instant now) {
        return switch (state(now)) {
            case DAMAGED, TOO_LARGE, UNANSWERED, EVICTED, RENEWAL_LATE -> 0;
            case EXPIRED -> library != null ? 1 : queue().isEmpty() ? 3 : 0;
            case HELD, KEPT, WAITING, PAUSED, NOT_KEPT -> 2;
            case FREE, FOREIGN, ABSENT, UNREAD -> 4;
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

    /** The pause, if it has not ended. */
    public Optional<Pause> pause(Instant now) {
        return Optional.ofNullable(lock)
                .map(LockDocument::paused)
                .filter(pause -> pause.until().isAfter(now));
    }

    public int waiters() {
        return queue().size();
    }

    /** Since when it is held, as far as is known; the end of time if it is free, or its agent keeps it idle. */
    public Instant heldSince() {
        return library == null
                ? holder().flatMap(Holder::heldSince).orElse(Instant.MAX)
                : library.acquired().filter(since -> library.held()).orElse(Instant.MAX);
    }

    /** When its hold ends unless it is renewed; empty if it is free, or that is unknown. */
    public Optional<Instant> expiresAt() {
        return library == null
                ? holder().map(Holder::expiresAt)
                : library.expiry().instant().filter(at -> library.held());
    }

    /** The name by which holders are grouped: the service, or the holder that another library names; empty if no holder is known. */
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

    /** Whether a list of the locks in use leaves it out at that moment. */
    boolean isIdle(Instant now) {
        return library == null ? isFree() : library.state(now) == DialectLock.State.FREE;
    }

    public boolean isHeld(Instant now) {
        if (library != null) {
            return library.state(now) == DialectLock.State.HELD;
        }
        for (Holder holder : holders()) {
            if (LeaseTimes.isLive(holder, now)) {
                return true;
            }
        }
        return false;
    }

    private LockState unheld(Instant now) {
        if (pause(now).isPresent()) {
            return LockState.PAUSED;
        }
        return queue().isEmpty() ? LockState.FREE : LockState.WAITING;
    }

    /** The state with one more live lease, which is enough for the lock not to be expired. */
    private static LockState worse(LockState known, LockState live) {
        return known == LockState.EXPIRED || live.compareTo(known) < 0 ? live : known;
    }
}
