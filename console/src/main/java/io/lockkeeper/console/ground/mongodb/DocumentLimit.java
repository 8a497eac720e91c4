package io.lockkeeper.console.ground.mongodb;

import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.model.StoredSize;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * How large a document may be that the console reads. Services write the watched collections, and MongoDB stores 16 MB in a
 * document: a few of those fill the console's heap. Of a larger document the server sends its id and its size, in
 * queries and in change streams.
 *
 * <p>See docs/maintainers/decisions/2026-11-26-documents-that-are-too-large.md.
 *
 * @param bytes the most, as BSON
 */
public record DocumentLimit(int bytes) {

    /** The limit of a lock: 500 holders and waiters with a note each take a quarter of a megabyte. */
    public static final DocumentLimit OF_LOCKS = new DocumentLimit(512 << 10);

    /** The limit of what an event brings; the driver decodes a change into up to twenty times as much of the heap. */
    public static final DocumentLimit OF_EVENTS = new DocumentLimit(64 << 10);

    /** The limit of documents that are read a thousand at a time. */
    public static final DocumentLimit SMALL = new DocumentLimit(8 << 10);

    /** The limit of the documents that agents write. */
    public static final DocumentLimit OF_AGENTS = new DocumentLimit(4 << 10);

    /** A lock's name has 256 bytes; resume tokens contain the ids. Documents with larger ids are passed over. */
    public static final int ID_BYTES = 4 << 10;

    /** The size of one answer of a server, of documents within the limit. */
    private static final int ANSWER_BYTES = 8 << 20;

    private static final int MOST_TOGETHER = 1_000;
    private static final String SIZE = StoredSize.FIELD;

    private static final BsonString ID = new BsonString("$_id");
    private static final BsonString REMOVE = new BsonString("$$REMOVE");
    private static final BsonDocument SHORT_ID = lessOrEqual(size(new BsonDocument("id", ID)), ID_BYTES);
    private static final BsonValue ROOT = new BsonString("$$ROOT");
    private static final BsonValue DOCUMENT = new BsonString("$fullDocument");
    private static final BsonValue CHANGES = new BsonString("$updateDescription");

    /** How many documents to ask for at a time. */
    public int batch() {
        return Math.min(MOST_TOGETHER, ANSWER_BYTES / bytes);
    }

    /** The documents that are read. */
    public Bson fits() {
        return Filters.expr(both(SHORT_ID, not(exceeds(ROOT))));
    }

    /** The larger documents. */
    public Bson isExceeded() {
        return Filters.expr(both(SHORT_ID, exceeds(ROOT)));
    }

    /** The documents of which these fields fit, besides the id; all fields if none are named. */
    public Bson fits(List<String> fields) {
        return Filters.expr(both(SHORT_ID, not(exceeds(part(fields)))));
    }

    /** The documents of which these fields, or all if none are named, are larger. */
    public Bson isExceeded(List<String> fields) {
        return Filters.expr(both(SHORT_ID, exceeds(part(fields))));
    }

    /** The documents whose ids are read. */
    public static Bson hasShortId() {
        return Filters.expr(SHORT_ID);
    }

    /** A projection: the id, unless it is too large. */
    public static Bson shortId() {
        return new BsonDocument("_id", either(SHORT_ID, ID, REMOVE));
    }

    /** A projection: the id, and the size of these fields, or of all if none are named. */
    public static Bson idAndSize(List<String> fields) {
        return new BsonDocument("_id", new BsonInt32(1)).append(SIZE, size(part(fields)));
    }

    private static BsonValue part(List<String> fields) {
        if (fields.isEmpty()) {
            return ROOT;
        }
        BsonDocument part = new BsonDocument("_id", ID);
        fields.forEach(field -> part.append(field, new BsonString("$" + field)));
        return part;
    }

    /** A stage: of a larger document its id and size, any other as it is. */
    public Bson cut() {
        BsonDocument stub = new BsonDocument("_id", ID).append(SIZE, size(ROOT));
        return Aggregates.replaceRoot(either(exceeds(ROOT), stub, ROOT));
    }

    /** A pipeline: the documents that the filter finds, of larger ones id and size. */
    public List<Bson> matching(Bson filter) {
        return List.of(Aggregates.match(filter), cut());
    }

    /** Stages of a change stream that is read for documents as they are now. */
    public List<Bson> states() {
        return List.of(withShortKeys(), without("updateDescription"), stubInstead("fullDocument", exceeds(DOCUMENT)));
    }

    /**
     * Stages of a change stream that is read for each change: of a larger document, and of a change that is as large, the id and the size
     * come instead. {@link #sizeOf} knows how much came.
     */
    public List<Bson> changes() {
        BsonValue large =
                new BsonDocument("$or", new BsonArray(List.of(exceeds(DOCUMENT), OF_EVENTS.exceeds(CHANGES))));
        BsonValue all = new BsonDocument("$add", new BsonArray(List.of(sizeOrZero(DOCUMENT), sizeOrZero(CHANGES))));
        BsonValue stub = stub(new BsonString("$documentKey._id"), all);
        return List.of(
                withShortKeys(),
                set(new BsonDocument("fullDocument", either(large, stub, DOCUMENT))
                        .append("updateDescription", either(large, REMOVE, CHANGES))
                        .append(SIZE, either(large, new BsonInt32(0), all))));
    }

    /** The size of the documents in an event of {@link #changes}. */
    public static int sizeOf(ChangeStreamDocument<?> event) {
        BsonDocument extra = event.getExtraElements();
        return extra == null ? 0 : extra.getNumber(SIZE, new BsonInt32(0)).intValue();
    }

    /**
     * Stages of a change stream with images, of whose documents some fields are read.
     *
     * @param fields the documents' fields at the top, without the id
     */
    public List<Bson> images(List<String> fields) {
        BsonDocument some = new BsonDocument();
        for (String image : List.of("fullDocument", "fullDocumentBeforeChange")) {
            some.append(image, either(isDocument(image), chosen(image, fields), new BsonString("$" + image)));
        }
        return List.of(
                withShortKeys(),
                without("updateDescription"),
                set(some),
                stubInstead("fullDocument", exceeds(DOCUMENT)),
                stubInstead("fullDocumentBeforeChange", exceeds(new BsonString("$fullDocumentBeforeChange"))));
    }

    /** The size of a document of which no more was read; empty of one that was read. */
    public static OptionalLong excess(BsonDocument document) {
        return StoredSize.ofUnread(document);
    }

    /** The sentence, for example {@code its document takes 12,582,969 bytes, and the console reads up to 524,288}. */
    public String sentence(long size) {
        return String.format(Locale.ROOT, "its document takes %,d bytes, and the console reads up to %,d", size, bytes);
    }

    /** A document of which nothing but its size is known. */
    public static BsonDocument stub(BsonValue id, long size) {
        return stub(id, new BsonInt64(size));
    }

    private static BsonDocument stub(BsonValue id, BsonValue size) {
        return new BsonDocument("_id", id).append(SIZE, size);
    }

    /** Ends of the stream have no key. */
    private static Bson withShortKeys() {
        BsonValue key =
                new BsonDocument("$ifNull", new BsonArray(List.of(new BsonString("$documentKey"), new BsonDocument())));
        return Aggregates.match(Filters.expr(lessOrEqual(size(key), ID_BYTES)));
    }

    private static Bson without(String field) {
        return new BsonDocument("$project", new BsonDocument(field, new BsonInt32(0)));
    }

    private static Bson set(BsonDocument fields) {
        return new BsonDocument("$set", fields);
    }

    private static Bson stubInstead(String image, BsonDocument exceeds) {
        BsonValue document = new BsonString("$" + image);
        BsonValue stub = stub(new BsonString("$documentKey._id"), size(document));
        return set(new BsonDocument(image, either(exceeds, stub, document)));
    }

    private static BsonDocument isDocument(String image) {
        BsonValue type = new BsonDocument("$type", new BsonString("$" + image));
        return new BsonDocument("$eq", new BsonArray(List.of(type, new BsonString("object"))));
    }

    private static BsonDocument chosen(String image, List<String> fields) {
        BsonDocument chosen = new BsonDocument("_id", new BsonString("$documentKey._id"));
        fields.stream()
                .filter(field -> !field.equals("_id"))
                .forEach(field -> chosen.append(field, new BsonString("$" + image + "." + field)));
        return chosen;
    }

    private BsonDocument exceeds(BsonValue document) {
        return not(lessOrEqual(sizeOrZero(document), bytes));
    }

    private static BsonDocument sizeOrZero(BsonValue document) {
        return new BsonDocument("$ifNull", new BsonArray(List.of(size(document), new BsonInt32(0))));
    }

    private static BsonDocument size(BsonValue document) {
        return new BsonDocument("$bsonSize", document);
    }

    private static BsonDocument lessOrEqual(BsonValue value, int most) {
        return new BsonDocument("$lte", new BsonArray(List.of(value, new BsonInt32(most))));
    }

    private static BsonDocument not(BsonDocument condition) {
        return new BsonDocument("$not", new BsonArray(List.of(condition)));
    }

    private static BsonDocument both(BsonDocument one, BsonDocument other) {
        return new BsonDocument("$and", new BsonArray(List.of(one, other)));
    }

    private static BsonDocument either(BsonValue condition, BsonValue then, BsonValue otherwise) {
        return new BsonDocument("$cond", new BsonArray(List.of(condition, then, otherwise)));
    }
}
