package io.lockkeeper.model;

import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/**
 * Reads the fields of a stored document, each within the bounds by which {@link SoundLock} judges on the server, as does
 * {@link StoredTimes}. A number out of its bounds is damage like a field of another type, because a decision by it would be wrong.
 */
final class StoredFields {

    /** All tokens are below it, so that every client reads them exactly. */
    static final long MAX_TOKEN = (1L << 53) - 1;

    private static final int MOST_TEXT = 4_096;

    private StoredFields() {}

    /** Whether an optional field has a value; null counts as missing. */
    static boolean isThere(BsonDocument bson, String field) {
        return bson.containsKey(field) && !bson.isNull(field);
    }

    /** A number of any BSON type. */
    static long number(BsonDocument bson, String field, long least, long most) {
        BsonNumber number = bson.getNumber(field);
        double value = number.doubleValue();
        if (!(value >= least && value <= most)) {
            throw new BsonInvalidOperationException(
                    String.format(Locale.ROOT, "%s is %s: not a number from %d to %d", field, value, least, most));
        }
        return number.longValue();
    }

    /** An id, name or reason, which is shown and recorded: no agent or operator writes a longer one. */
    static String text(BsonDocument bson, String field) {
        String text = bson.getString(field).getValue();
        if (text.length() > MOST_TEXT) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "%s has %d characters; at most %d are allowed", field, text.length(), MOST_TEXT));
        }
        return text;
    }

    static List<BsonDocument> each(BsonDocument bson, String field) {
        return bson.getArray(field).stream().map(BsonValue::asDocument).toList();
    }
}
