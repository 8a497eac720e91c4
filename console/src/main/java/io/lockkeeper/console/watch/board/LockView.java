package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * One lock as the console knows it: its document, or what is wrong with that. What depends on the time is asked with an
 * instant of the server's clock.
 *
 * @param name the document's {@code _id} as text
 * @param lock the document, or null if it is damaged
 * @param damage what is wrong with the document, or null
 * @param foreign whether another program keeps the document: no lock is meant
 * @param named whether the document's id is a name: without one it never stands in the place of a lock
 * @param bytes how much of the document was read, as BSON; 0 of none
 * @param large whether the document is larger than the console reads
 */
public record LockView(
        String name,
        @Nullable LockDocument lock,
        @Nullable String damage,
        boolean foreign,
        boolean named,
        int bytes,
        boolean large) {

    /** What is wrong may quote the document. */
    private static final int MOST_WORDS = 300;

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    /** A document with none of these was never a lock's. */
    private static final List<String> OURS = List.of("holders", "queue", "token", "capacity");

    public LockView(String name, @Nullable LockDocument lock, @Nullable String damage) {
        this(name, lock, damage, false, true, 0, false);
    }

    /** As it is read; the size of one counts that is as MongoDB sent it. */
    public static LockView of(BsonDocument document) {
        return document instanceof RawBsonDocument raw ? sized(raw) : read(document);
    }

    private static LockView sized(RawBsonDocument raw) {
        int bytes = raw.getByteBuffer().remaining();
        LockView read = read(raw.decode(CODEC));
        return read.lock == null
                ? read
                : new LockView(read.name, read.lock, null, read.foreign, read.named, bytes, false);
    }

    private static LockView read(BsonDocument document) {
        String name = nameOf(document);
        OptionalLong excess = DocumentLimit.excess(document);
        boolean named = document.isString("_id");
        if (excess.isPresent()) {
            String why = DocumentLimit.OF_LOCKS.sentence(excess.getAsLong());
            return new LockView(name, null, why, !named, named, 0, true);
        }
        try {
            return new LockView(name, LockMapper.fromBson(document), null);
        } catch (RuntimeException e) { // whoever may write locks may write anything
            return new LockView(name, null, why(e), isForeign(document), named, 0, false);
        }
    }

    /** The same lock, of which no more is kept than that. */
    LockView without(String why) {
        return new LockView(name, null, why, foreign, named, 0, true);
    }

    private static String why(RuntimeException e) {
        String why = String.valueOf(
                e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
        return why.length() <= MOST_WORDS ? why : why.substring(0, MOST_WORDS) + "…";
    }

    private static boolean isForeign(BsonDocument document) {
        return !document.isString("_id") || OURS.stream().noneMatch(document::containsKey);
    }

    /** What an id that is no name, and so no lock's, looks like. */
    private static String text(BsonValue id) {
        return switch (id.getBsonType()) {
            case INT32, INT64 -> Long.toString(id.asNumber().longValue());
            case DOUBLE -> plain(id.asDouble().getValue());
            case OBJECT_ID -> id.asObjectId().getValue().toHexString();
            default -> id.toString();
        };
    }

    private static String plain(double number) {
        boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
        return whole ? Long.toString((long) number) : Double.toString(number);
    }

    /** The name of the lock whose document, or document key, is given. */
    static String nameOf(BsonDocument document) {
        BsonValue id = document.get("_id", new BsonString("?"));
        return id.isString() ? id.asString().getValue() : text(id);
    }

    /** The lock of this name once its document is deleted. */
    public static LockView gone(String name) {
        return new LockView(name, new LockDocument(name, 1, 0, List.of(), List.of(), null, null, Instant.EPOCH), null);
    }

    public LockState state(Instant now) {
        if (lock == null) {
            return foreign ? LockState.FOREIGN : large ? LockState.TOO_LARGE : LockState.DAMAGED;
        }
        LockState state = lock.holders().isEmpty() ? unheld(now) : LockState.EXPIRED;
        for (Holder holder : lock.holders()) {
            state = isLive(holder, now) ? worse(state, stateOf(holder, now)) : state;
        }
        return state;
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
        return holder().flatMap(Holder::heldSince).orElse(Instant.MAX);
    }

    public boolean isFree() {
        return lock != null && lock.isIdle();
    }

    public boolean isHeld(Instant now) {
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
