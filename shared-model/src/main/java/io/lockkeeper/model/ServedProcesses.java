package io.lockkeeper.model;

import java.time.Instant;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * The processes that take locks through a host agent, as its own document lists them.
 *
 * @param at when they were listed, by the server's clock
 * @param count how many there are
 * @param first the first of them
 */
public record ServedProcesses(Instant at, int count, List<ServedProcess> first) {

    /** How many are listed: with a longer list the document would be too large for the console. */
    public static final int LISTED = 8;

    static final String FIELD = "serves";

    public ServedProcesses {
        first = List.copyOf(first);
    }

    /**
     * The update by which a host agent lists them in its own document.
     *
     * @param count how many there are
     * @param first some of them, of which as many are written as a document lists
     */
    public static List<BsonDocument> update(int count, List<ServedProcess> first) {
        BsonArray listed = new BsonArray(
                first.stream().limit(LISTED).map(ServedProcess::toBson).toList());
        BsonDocument serves = new BsonDocument("at", new BsonString("$$NOW"))
                .append("count", new BsonInt32(count))
                .append("first", new BsonDocument("$literal", listed));
        return List.of(new BsonDocument("$set", new BsonDocument(FIELD, serves)));
    }

    static ServedProcesses fromBson(BsonDocument bson) {
        return new ServedProcesses(
                StoredTimes.instant(bson, "at"),
                bson.getNumber("count").intValue(),
                bson.getArray("first").stream()
                        .limit(LISTED)
                        .map(each -> ServedProcess.fromBson(each.asDocument()))
                        .toList());
    }
}
