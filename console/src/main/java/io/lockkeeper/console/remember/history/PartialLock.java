package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.mongodb.Delta;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Released;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A lock of which some updates are known, but not the document that they changed: the stream began after it was written. Each
 * holder and waiter that an update writes as a whole is known from then on. What they leave open stays unknown, and no event is made of
 * it.
 */
final class PartialLock {

    private static final String HOLDERS = "holders";
    private static final String QUEUE = "queue";

    /** The field by which such a document is known; no lock has it. */
    private static final String MARK = "";

    /** Values for a document that lacks them, which exclude nothing. */
    private static final BsonDocument ASSUMED = new BsonDocument("capacity", new BsonInt32(1 << 30))
            .append("token", new BsonInt64((1L << 53) - 1))
            .append("expiresAt", new BsonDateTime(0));

    private PartialLock() {}

    /** The document of an unknown lock. */
    static BsonDocument unknown(String name) {
        return new BsonDocument("_id", new BsonString(name))
                .append(HOLDERS, new BsonArray(List.of(Delta.UNKNOWN)))
                .append(QUEUE, new BsonArray(List.of(Delta.UNKNOWN)))
                .append(MARK, Delta.UNKNOWN)
                .append("released", Delta.UNKNOWN)
                .append("takenOut", Delta.UNKNOWN);
    }

    static boolean is(BsonDocument document) {
        return Delta.isUnknown(document.get(MARK));
    }

    private static boolean hasUnknown(BsonDocument document, String entries) {
        return document.get(entries) instanceof BsonArray array && array.contains(Delta.UNKNOWN);
    }

    /** The known part of the lock; null where that makes no sense. */
    static @Nullable LockDocument known(BsonDocument document) {
        BsonDocument known = new BsonDocument();
        document.forEach((field, value) -> {
            if (!Delta.isUnknown(value)) {
                known.append(field, value instanceof BsonArray array ? known(array) : value);
            }
        });
        ASSUMED.forEach(known::putIfAbsent);
        try {
            return LockMapper.fromBson(known);
        } catch (DamagedLockException e) {
            return null;
        }
    }

    private static BsonValue known(BsonArray entries) {
        return new BsonArray(
                entries.stream().filter(entry -> !Delta.isUnknown(entry)).toList());
    }

    /**
     * The certain effects of an update.
     *
     * @param document as it was after it
     */
    static List<HistoryEvent> events(Transition transition, BsonDocument document, Delta delta) {
        boolean sure = !delta.touches(HOLDERS) || !hasUnknown(document, HOLDERS);
        return transition.events().stream()
                .filter(event -> sure || isTold(event, transition.after()))
                .map(event -> asked(event, transition, holder -> isGrantedUnwaited(holder, transition, delta)))
                .toList();
    }

    /** The certain effects of a replacement, whose event has all that is there since. */
    static List<HistoryEvent> events(Transition transition) {
        return transition.events().stream()
                .map(event -> asked(event, transition, holder -> false))
                .toList();
    }

    /** Whether the event is certain: a lease that is no longer at a known place may stand at an unknown one. */
    private static boolean isTold(HistoryEvent event, LockDocument after) {
        return switch (event) {
            case HistoryEvent.Ended end ->
                Optional.ofNullable(after.released())
                        .filter(it -> it.acquirer().equals(end.holder().acquirer()))
                        .isPresent();
            case HistoryEvent.Left left -> left.takenOut() != null;
            default -> true;
        };
    }

    /** The update that granted it took nothing out of the queue. */
    private static boolean isGrantedUnwaited(Holder holder, Transition transition, Delta delta) {
        return delta.touches("token") && transition.after().token() == holder.token() && !delta.touches(QUEUE);
    }

    /** The event without the start of its wait, unless the lease certainly did not wait, or its place in the queue was known. */
    private static HistoryEvent asked(HistoryEvent event, Transition transition, Predicate<Holder> unwaited) {
        boolean unknown = event instanceof HistoryEvent.Granted granted
                && !unwaited.test(granted.holder())
                && Optional.ofNullable(transition.before())
                        .flatMap(before -> before.waiter(granted.holder().acquirer()))
                        .isEmpty();
        return unknown ? new HistoryEvent.Granted(event.lock(), ((HistoryEvent.Granted) event).holder(), null) : event;
    }

    /**
     * The lease that a lock says ended last, where the lease itself was never seen: it was granted before the stream began. Its token is
     * the time of its grant.
     *
     * @param since what ended earlier is in the history already, or too old for it
     */
    static Optional<HistoryEvent> endedUnseen(@Nullable LockDocument before, LockDocument after, Instant since) {
        Released last = after.released();
        if (last == null || last.at().isBefore(since)) {
            return Optional.empty();
        }
        boolean seen = before != null && (before.holder(last.acquirer()).isPresent() || last.equals(before.released()));
        return seen
                ? Optional.empty()
                : Optional.of(new HistoryEvent.Ended(
                        after.name(),
                        lease(last),
                        last.at(),
                        last.evicted() == null ? Ending.UNKNOWN : Ending.EVICTED,
                        last.evicted()));
    }

    private static Holder lease(Released last) {
        Instant granted = Instant.ofEpochMilli(last.token() / 1_000);
        return new Holder(
                last.acquirer(),
                1,
                last.token(),
                Duration.ZERO,
                granted,
                granted,
                last.at(),
                last.stamp(),
                last.owner(),
                null,
                last.evicted(),
                null,
                null);
    }
}
