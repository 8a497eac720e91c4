package io.lockkeeper.console.watch.dialect;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * Identifies one acquisition of a lock: its document, and the values of its dialect's identity fields, in order.
 *
 * @param id of the document
 * @param values undefined where the document does not have the field; an array where several share the lock
 */
public record Acquisition(BsonValue id, List<BsonValue> values) {

    private static final JsonWriterSettings EXACT =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
    private static final String ID = "id";
    private static final String VALUES = "values";
    private static final int TAG_BYTES = 12;

    static Acquisition of(BsonDocument document, List<FieldPath> identity) {
        BsonValue[] values = identity.stream()
                .map(field -> field.all(document).orElseGet(BsonUndefined::new))
                .toArray(BsonValue[]::new);
        return new Acquisition(document.get("_id", BsonNull.VALUE), List.of(values));
    }

    /** Parses what {@link #text} returned. */
    public static Acquisition ofText(String text) {
        BsonDocument stored = BsonDocument.parse(text);
        return new Acquisition(stored.get(ID, BsonNull.VALUE), List.copyOf(stored.getArray(VALUES)));
    }

    /** How many share the lock; none if it has a single holder. */
    public int sharers() {
        return values.stream()
                .mapToInt(it -> it.isArray() ? it.asArray().size() : 0)
                .max()
                .orElse(0);
    }

    /** Whether one is a part of those who share the lock in the other: somebody joined or left, and somebody stayed. */
    public boolean sharesWith(Acquisition other) {
        return id.equals(other.id)
                && values.size() == other.values.size()
                && IntStream.range(0, values.size()).anyMatch(i -> share(values.get(i), other.values.get(i)));
    }

    private static boolean share(BsonValue one, BsonValue other) {
        return (one.isArray() || other.isArray()) && !Collections.disjoint(each(one), each(other));
    }

    private static List<BsonValue> each(BsonValue value) {
        return value.isArray() ? value.asArray() : List.of(value);
    }

    /** The id of the document, as text. */
    String document() {
        return new BsonDocument(ID, id).toJson(EXACT);
    }

    /** Exactly this one, as text. */
    public String text() {
        return new BsonDocument(ID, id).append(VALUES, new BsonArray(values)).toJson(EXACT);
    }

    /** A short, unique tag. */
    public String tag() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, TAG_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
