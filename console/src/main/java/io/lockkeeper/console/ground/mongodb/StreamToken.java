package io.lockkeeper.console.ground.mongodb;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * What a change stream's resume token tells of its place. Since MongoDB 4.2 a token is a key in hexadecimal digits, which sorts as the
 * changes do and begins with the place's time.
 */
public final class StreamToken {

    private static final Pattern KEY = Pattern.compile("82([0-9A-F]{8})([0-9A-F]{8}).*");

    private StreamToken() {}

    /** Empty if the token is none of that form. */
    public static Optional<BsonTimestamp> time(BsonDocument token) {
        Matcher key = KEY.matcher(key(token));
        return key.matches()
                ? Optional.of(new BsonTimestamp(
                        Integer.parseUnsignedInt(key.group(1), 16), Integer.parseUnsignedInt(key.group(2), 16)))
                : Optional.empty();
    }

    /** Whether it stands behind the other among all changes. */
    public static boolean isAfter(BsonDocument token, BsonDocument other) {
        return key(token).compareTo(key(other)) > 0;
    }

    private static String key(BsonDocument token) {
        BsonValue data = token.get("_data", new BsonString(""));
        return data.isString() ? data.asString().getValue() : "";
    }
}
