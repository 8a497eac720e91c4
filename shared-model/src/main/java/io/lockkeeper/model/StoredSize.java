package io.lockkeeper.model;

import java.util.Locale;
import java.util.OptionalLong;
import org.bson.BsonDocument;

/**
 * The limit up to which a lock's document is read whole. MongoDB stores up to 16 MB in a document, and any user with write access may write
 * one: a few such documents fill the heap of a process that reads them. Of a larger document the server returns its id and size.
 */
public final class StoredSize {

    /** 500 holders and waiters with the longest names, notes and details, and all stacks, take 1.4 MB. */
    static final int MOST_BYTES = 2 << 20;

    /** Stands for the content of a larger document. No agent writes such a field. */
    public static final String FIELD = "lockkeeper:size";

    /** The document, or its id and size, as an expression. */
    static final String BOUNDED =
            "{ $cond: [ { $lte: [ { $bsonSize: '$$ROOT' }, MOST ] }, '$$ROOT', { _id: '$_id', 'FIELD': { $bsonSize: '$$ROOT' } } ] }"
                    .replace("MOST", Integer.toString(MOST_BYTES))
                    .replace("FIELD", FIELD);

    private StoredSize() {}

    /** The size of a document of which no more was read; empty of one that was read. */
    public static OptionalLong ofUnread(BsonDocument document) {
        return document.isNumber(FIELD)
                ? OptionalLong.of(document.getNumber(FIELD).longValue())
                : OptionalLong.empty();
    }

    /** Refuses a document of which nothing but the size was read. */
    static void requireRead(BsonDocument document) {
        ofUnread(document).ifPresent(size -> {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "it takes %,d bytes, and up to %,d are read", size, MOST_BYTES));
        });
    }
}
