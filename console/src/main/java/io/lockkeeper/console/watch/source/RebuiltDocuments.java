package io.lockkeeper.console.watch.source;

import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.OperationType;
import com.mongodb.client.model.changestream.UpdateDescription;
import io.lockkeeper.console.ground.mongodb.Delta;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.mongodb.HeapShare;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a collection as the changes of its past left them, of which each has only what it changed.
 *
 * <p>A document is known from its first insert or replacement on, or once updates have set each of its fields that is read. Updates before
 * that are put aside: a field that no later one touches is the same at the end of the past. Used by one thread.
 */
final class RebuiltDocuments {

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final long MOST_BYTES = Math.min(32L << 20, HeapShare.of(24));

    /** The overhead of an entry, or of a change that is put aside. */
    private static final long ENTRY_BYTES = 300;

    private final Map<BsonValue, RawBsonDocument> known = new LinkedHashMap<>(16, .75f, true);
    private final Map<BsonValue, Aside> aside = new LinkedHashMap<>(16, .75f, true);
    private final Set<String> fields;
    private final long most;
    private long knownBytes;
    private long asideBytes;

    /** @param fields at the top of the documents, which are read besides the id */
    RebuiltDocuments(Set<String> fields) {
        this(fields, MOST_BYTES);
    }

    RebuiltDocuments(Set<String> fields, long most) {
        this.fields = fields;
        this.most = most;
    }

    /**
     * The effect of one change.
     *
     * @param before the document until then; null if there was none, or it is unknown
     * @param after the document since; null if it was deleted
     */
    record Step(
            ChangeStreamDocument<RawBsonDocument> change,
            @Nullable BsonDocument before,
            @Nullable BsonDocument after) {}

    /** Updates of a document that is unknown in part. */
    private static final class Aside {

        private final BsonDocument state;
        private final List<ChangeStreamDocument<RawBsonDocument>> updates = new ArrayList<>();
        private long bytes;

        Aside(BsonDocument state) {
            this.state = state;
        }

        void add(ChangeStreamDocument<RawBsonDocument> update) {
            updates.add(update);
            bytes += size(update);
        }
    }

    static BsonValue id(ChangeStreamDocument<RawBsonDocument> change) {
        BsonDocument key = change.getDocumentKey();
        return key == null ? BsonNull.VALUE : key.get("_id", BsonNull.VALUE);
    }

    /** Takes over the next change. Empty if it cannot be said yet what it did. */
    Optional<Step> apply(ChangeStreamDocument<RawBsonDocument> change) {
        BsonValue id = id(change);
        return change.getOperationType() == OperationType.UPDATE
                ? updated(id, change)
                : Optional.of(replaced(id, change));
    }

    /** Applies an insert, a replacement or a delete. */
    private Step replaced(BsonValue id, ChangeStreamDocument<RawBsonDocument> change) {
        BsonDocument before = forget(id);
        RawBsonDocument told = change.getFullDocument();
        BsonDocument after = told == null ? null : read(told.decode(CODEC));
        if (after != null) {
            keep(id, after);
        }
        return new Step(change, before, after);
    }

    private Optional<Step> updated(BsonValue id, ChangeStreamDocument<RawBsonDocument> change) {
        UpdateDescription update = change.getUpdateDescription();
        if (update == null) { // it was too large to be reported
            forget(id);
            return Optional.empty();
        }
        Delta delta = new Delta(update);
        if (fields.stream().noneMatch(delta::touches)) {
            return Optional.empty();
        }
        RawBsonDocument last = known.get(id);
        if (last == null) {
            return partly(id, change, delta);
        }
        BsonDocument after = last.decode(CODEC);
        delta.applyTo(after, fields::contains);
        keep(id, after);
        return Optional.of(new Step(change, last.decode(CODEC), after));
    }

    private Optional<Step> partly(BsonValue id, ChangeStreamDocument<RawBsonDocument> change, Delta delta) {
        Aside one = aside.computeIfAbsent(id, unseen -> new Aside(unknown(id)));
        delta.applyTo(one.state, fields::contains);
        one.add(change);
        asideBytes += size(change);
        if (isKnown(one.state)) {
            forget(id);
            keep(id, one.state);
            return Optional.of(new Step(change, null, one.state));
        }
        Iterator<Aside> oldest = aside.values().iterator();
        while (asideBytes > most && aside.size() > 1) {
            asideBytes -= oldest.next().bytes;
            oldest.remove();
        }
        return Optional.empty();
    }

    private BsonDocument unknown(BsonValue id) {
        BsonDocument unknown = new BsonDocument("_id", id);
        fields.forEach(field -> unknown.append(field, Delta.UNKNOWN));
        return unknown;
    }

    private static boolean isKnown(BsonDocument document) {
        return document.values().stream().noneMatch(Delta::isUnknown);
    }

    /** The document's fields that are read; only the size of one that is too large. */
    private BsonDocument read(BsonDocument whole) {
        if (DocumentLimit.excess(whole).isEmpty()) {
            whole.keySet().removeIf(field -> !field.equals("_id") && !fields.contains(field));
        }
        return whole;
    }

    /** The ids of the documents with updates that are put aside. */
    List<BsonValue> undecided() {
        return List.copyOf(aside.keySet());
    }

    /** Forgets a document: it changed after the end of the past. Answers what was known of it. */
    @Nullable
    BsonDocument forget(BsonValue id) {
        Aside undecided = aside.remove(id);
        asideBytes -= undecided == null ? 0 : undecided.bytes;
        RawBsonDocument old = known.remove(id);
        knownBytes -= old == null ? 0 : size(old);
        return old == null ? null : old.decode(CODEC);
    }

    /** The collection was dropped. */
    void forgetAll() {
        List.copyOf(known.keySet()).forEach(this::forget);
        List.copyOf(aside.keySet()).forEach(this::forget);
    }

    /**
     * The effects of a document's updates that were put aside, in their order, as far as they are certain.
     *
     * @param atTheEnd the document at the end of the past
     */
    List<Step> decide(BsonDocument atTheEnd) {
        Aside undecided = aside.get(atTheEnd.get("_id", BsonNull.VALUE));
        if (undecided == null) {
            return List.of();
        }
        BsonDocument state = read(atTheEnd);
        undecided.updates.forEach(update ->
                fields.stream().filter(delta(update)::touches).forEach(field -> state.put(field, Delta.UNKNOWN)));
        List<Step> steps = new ArrayList<>();
        for (ChangeStreamDocument<RawBsonDocument> update : undecided.updates) {
            BsonDocument before = isKnown(state) ? state.clone() : null;
            delta(update).applyTo(state, fields::contains);
            if (isKnown(state)) {
                steps.add(new Step(update, before, state.clone()));
            }
        }
        return steps;
    }

    private static Delta delta(ChangeStreamDocument<RawBsonDocument> update) {
        return new Delta(Objects.requireNonNull(update.getUpdateDescription()));
    }

    private void keep(BsonValue id, BsonDocument document) {
        RawBsonDocument old = known.remove(id);
        RawBsonDocument now = new RawBsonDocument(document, CODEC);
        known.put(id, now);
        knownBytes += size(now) - (old == null ? 0 : size(old));
        Iterator<RawBsonDocument> oldest = known.values().iterator();
        while (knownBytes > most && known.size() > 1) {
            knownBytes -= size(oldest.next());
            oldest.remove();
        }
    }

    private static long size(RawBsonDocument document) {
        return document.getByteBuffer().remaining() + ENTRY_BYTES;
    }

    private static long size(ChangeStreamDocument<RawBsonDocument> change) {
        return DocumentLimit.sizeOf(change) + ENTRY_BYTES;
    }
}
