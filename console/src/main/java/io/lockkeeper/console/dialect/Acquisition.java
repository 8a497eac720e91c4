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
 * What tells one acquisition of a lock from the next: its document, and the values of its dialect's identity, in their order.
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

    /** As it was stored by {@link #text}. */
    public static Acquisition ofText(String text) {
        BsonDocument stored = BsonDocument.parse(text);
        return new Acquisition(stored.get(ID, BsonNull.VALUE), List.copyOf(stored.getArray(VALUES)));
    }

    /** Exactly this one, as text. */
    public String text() {
        return new BsonDocument(ID, id).append(VALUES, new BsonArray(values)).toJson(EXACT);
    }

    /** Short, and no other's. */
    public String tag() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, TAG_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
