package io.lockkeeper.console.remember.history;

import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import com.mongodb.client.model.changestream.UpdateDescription;
import io.lockkeeper.console.ground.mongodb.Delta;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.mongodb.HeapShare;
import io.lockkeeper.console.ground.mongodb.StreamToken;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the stream's events into changes of leases. An event has only the fields that an update changed, so each lock's state before is
 * kept: from the event before, or read at that moment of the past. No event is lost in a later one, as it would be if the document were
 * looked up. Of a lock whose past is gone, its updates still give some facts: see {@link PartialLock}. Used by one thread.
 */
final class Decoder {

    private static final Logger LOG = LoggerFactory.getLogger(Decoder.class);
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final long KEPT_BYTES = Math.min(64L << 20, HeapShare.of(12));
    private static final Pattern TOUCHED =
            Pattern.compile("expiresAt|(holders|queue)\\.\\d+\\.(updatedAt|expiresAt|stamp|behind|use(\\..+)?)");

    private final KnownLocks known = new KnownLocks(KEPT_BYTES);
    private final PastReader past;
    private final Instant since;
    private boolean pastLost;
    private LeftOut leftOut = LeftOut.NOTHING;

    /** @param since all that ended before is in the history, or too old for it */
    Decoder(PastReader past, Instant since) {
        this.past = past;
        this.since = since;
    }

    /** The history events of these stream events, in their order. */
    List<HistoryEvent> decode(List<ChangeStreamDocument<RawBsonDocument>> events) {
        List<HistoryEvent> happened = new ArrayList<>();
        readUnknown(events);
        events.forEach(event -> happened.addAll(decode(event)));
        return happened;
    }

    private void readUnknown(List<ChangeStreamDocument<RawBsonDocument>> events) {
        Set<String> unknown = new HashSet<>();
        events.stream().filter(Decoder::tellsHistory).forEach(event -> unknown.add(nameOf(event)));
        unknown.removeIf(name -> name.isEmpty() || known.isKnown(name));
        if (unknown.isEmpty()) {
            return;
        }
        Set<String> absent = new HashSet<>(unknown);
        boolean told = past.read(unknown, justBefore(events.getFirst()), document -> {
            String name = document.getString("_id").getValue();
            absent.remove(name);
            known.put(name, document);
        });
        if (told) {
            absent.forEach(known::putNone);
        } else {
            pastLost = true;
        }
    }

    /** The changes since the last call that are not in the history, as each was too large to be read or not understood. */
    LeftOut takeLeftOut() {
        LeftOut taken = leftOut;
        leftOut = LeftOut.NOTHING;
        return taken;
    }

    /** Whether since the last call the past of a lock could not be read, so that the end of a lease may be missing. */
    boolean hasLostPast() {
        boolean lost = pastLost;
        pastLost = false;
        return lost;
    }

    private static boolean tellsHistory(ChangeStreamDocument<RawBsonDocument> event) {
        UpdateDescription update = event.getUpdateDescription();
        return update == null || !isTouch(new Delta(update));
    }

    /** Whether it only proves entries alive. */
    private static boolean isTouch(Delta delta) {
        return delta.onlySets()
                && delta.changed().keySet().stream()
                        .allMatch(path -> TOUCHED.matcher(path).matches());
    }

    private List<HistoryEvent> decode(ChangeStreamDocument<RawBsonDocument> event) {
        String name = nameOf(event);
        if (name.isEmpty() || (!known.isKnown(name) && !tellsHistory(event))) {
            return List.of();
        }
        RawBsonDocument document = whole(name, event);
        if (document != null && DocumentLimit.excess(document).isPresent()) {
            leftOut = leftOut.andTooLarge(name);
        }
        try {
            return decode(name, event, document);
        } catch (RuntimeException e) { // a user who may write locks may write anything: it costs only this change
            LOG.debug("lock={} is not understood", name, e);
            leftOut = leftOut.andNotUnderstood(name);
            known.forget(name);
            return List.of();
        }
    }

    /** The document in the event; of a change that was too large, as it was right after it. */
    private @Nullable RawBsonDocument whole(String name, ChangeStreamDocument<RawBsonDocument> event) {
        RawBsonDocument told = event.getFullDocument();
        boolean cut = told != null && event.getOperationType() == OperationType.UPDATE;
        if (!cut) {
            return told;
        }
        List<BsonDocument> then = new ArrayList<>();
        pastLost |= !past.read(List.of(name), clusterTime(event), then::add);
        return then.isEmpty() ? told : (RawBsonDocument) then.getFirst();
    }

    private List<HistoryEvent> decode(
            String name, ChangeStreamDocument<RawBsonDocument> event, @Nullable RawBsonDocument told) {
        boolean wasKnown = known.isKnown(name);
        BsonDocument document = known.find(name).orElse(null);
        if (event.getOperationType() == OperationType.DELETE) {
            known.putNone(name);
            LockDocument before = before(name, document, wasKnown);
            return new Transition(before, Transition.idle(name), true, time(event)).events();
        }
        UpdateDescription update = event.getUpdateDescription();
        if (update == null) {
            BsonDocument whole = Objects.requireNonNull(told, "an insert and a replacement tell the document")
                    .decode(CODEC);
            known.put(name, whole);
            LockDocument before = before(name, document, wasKnown || event.getOperationType() == OperationType.INSERT);
            return replaced(before, document, lock(whole), time(event));
        }
        if (document == null && wasKnown) {
            return PartialGrants.of(name, new Delta(update), time(event));
        }
        return updated(name, document == null ? PartialLock.unknown(name) : document, new Delta(update), time(event));
    }

    private static @Nullable LockDocument before(String name, @Nullable BsonDocument document, boolean isKnown) {
        return document != null ? lock(document) : isKnown ? Transition.idle(name) : null;
    }

    private List<HistoryEvent> replaced(
            @Nullable LockDocument before, @Nullable BsonDocument document, @Nullable LockDocument after, Instant at) {
        if (after == null) {
            return List.of();
        }
        boolean partly = before == null || (document != null && PartialLock.is(document));
        Transition transition = new Transition(before, after, false, at);
        if (!partly) {
            return transition.events();
        }
        List<HistoryEvent> events = new ArrayList<>(PartialLock.events(transition));
        PartialLock.endedUnseen(before, after, since).ifPresent(events::add);
        return events;
    }

    private List<HistoryEvent> updated(String name, BsonDocument document, Delta delta, Instant at) {
        boolean partly = PartialLock.is(document);
        LockDocument before = lock(document);
        delta.applyTo(document);
        known.put(name, document);
        LockDocument after = lock(document);
        if (after == null) {
            return List.of();
        }
        Transition transition = new Transition(before, after, false, at);
        if (!partly) {
            return transition.events();
        }
        List<HistoryEvent> events = new ArrayList<>(PartialLock.events(transition, document, delta));
        PartialLock.endedUnseen(before, after, since).ifPresent(events::add);
        PartialGrants.of(name, delta, at).stream()
                .filter(seen -> after.holders().stream()
                        .noneMatch(holder -> holder.token() == ((HistoryEvent.TokenSeen) seen).token()))
                .forEach(events::add);
        return events;
    }

    /** Null for a document that is no lock's: another program's, or a damaged one. */
    private static @Nullable LockDocument lock(BsonDocument document) {
        if (PartialLock.is(document)) {
            return PartialLock.known(document);
        }
        try {
            return LockMapper.fromBson(document);
        } catch (DamagedLockException e) {
            return null;
        }
    }

    /** Empty where it is no name, and so no lock's. */
    static String nameOf(ChangeStreamDocument<RawBsonDocument> event) {
        BsonDocument key = event.getDocumentKey();
        BsonValue id = key == null ? null : key.get("_id");
        return id != null && id.isString() ? id.asString().getValue() : "";
    }

    static Instant time(ChangeStreamDocument<RawBsonDocument> event) {
        return event.getWallTime() != null
                ? Instant.ofEpochMilli(event.getWallTime().getValue())
                : Instant.ofEpochSecond(clusterTime(event).getTime());
    }

    private static BsonTimestamp justBefore(ChangeStreamDocument<RawBsonDocument> event) {
        return new BsonTimestamp(clusterTime(event).getValue() - 1);
    }

    private static BsonTimestamp clusterTime(ChangeStreamDocument<RawBsonDocument> event) {
        return StreamToken.time(event);
    }
}
