package io.lockkeeper.model;

import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/**
 * Reads the fields of a stored document, each within its bounds: the same by which {@link SoundLock} judges on the server, as those of
 * {@link StoredTimes} are. A number out of
 * its bounds is damage like a field of another type, for whoever decides by it would decide wrongly.
 */
final class StoredFields {

    /** Tokens stay below it, as numbers that every client reads exactly. */
    static final long MAX_TOKEN = (1L << 53) - 1;

    private static final int MOST_TEXT = 4_096;

    private StoredFields() {}

    /** Of an optional field: null says the same as none. */
    static boolean isThere(BsonDocument bson, String field) {
        return bson.containsKey(field) && !bson.isNull(field);
    }

    /** A number of whatever BSON type. */
    static long number(BsonDocument bson, String field, long least, long most) {
        BsonNumber number = bson.getNumber(field);
        double value = number.doubleValue();
        if (!(value >= least && value <= most)) {
            throw new BsonInvalidOperationException(
                    String.format(Locale.ROOT, "%s is %s: not a number from %d to %d", field, value, least, most));
        }
        return number.longValue();
    }

    /** Ids, names and reasons, which are shown and recorded: a longer one is no agent's or operator's. */
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
