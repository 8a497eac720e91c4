package io.lockkeeper.console.dialect;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
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
 * @param values undefined where the document does not have the field
 */
public record Acquisition(BsonValue id, List<BsonValue> values) {

    private static final JsonWriterSettings EXACT =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
    private static final String ID = "id";
    private static final String VALUES = "values";
    private static final int TAG_BYTES = 12;

    static Acquisition of(BsonDocument document, List<FieldPath> identity) {
        BsonValue[] values = identity.stream()
                .map(field -> field.first(document).orElseGet(BsonUndefined::new))
                .toArray(BsonValue[]::new);
        return new Acquisition(document.get("_id", BsonNull.VALUE), List.of(values));
    }

    /** Parses what {@link #text} returned. */
    public static Acquisition ofText(String text) {
        BsonDocument stored = BsonDocument.parse(text);
        return new Acquisition(stored.get(ID, BsonNull.VALUE), List.copyOf(stored.getArray(VALUES)));
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
