package io.lockkeeper.console.ground.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * Reads the place in a change stream from its resume token. Since MongoDB 4.2 a token is a key in hexadecimal digits, which sorts as the
 * changes do and begins with the place's time.
 */
public final class StreamToken {

    private static final Pattern KEY = Pattern.compile("82([0-9A-F]{8})([0-9A-F]{8}).*");

    /** The codes for a token that cannot be parsed, or has a field that no token has. */
    private static final Set<Integer> NO_TOKEN = Set.of(9, 14, 40_414, 40_415, 40_647, 40_648, 40_649, 40_650);

    /** The codes for an invalid key in hexadecimal digits: one for each way. */
    private static final int FIRST_OF_KEYS = 50_800;

    private static final int LAST_OF_KEYS = 50_899;

    private StreamToken() {}

    /** Whether a server refuses to open a stream because no server has written the token. */
    public static boolean isRefused(MongoCommandException e) {
        int code = e.getErrorCode();
        return NO_TOKEN.contains(code) || (code >= FIRST_OF_KEYS && code <= LAST_OF_KEYS);
    }

    /** Empty if the token is none of that form. */
    public static Optional<BsonTimestamp> time(BsonDocument token) {
        Matcher key = KEY.matcher(key(token));
        return key.matches()
                ? Optional.of(new BsonTimestamp(
                        Integer.parseUnsignedInt(key.group(1), 16), Integer.parseUnsignedInt(key.group(2), 16)))
                : Optional.empty();
    }

    /**
     * When the change happened: servers of other makers leave out its time, but not its place.
     *
     * @throws UntoldTimeException if neither says it
     */
    public static BsonTimestamp time(ChangeStreamDocument<?> event) {
        BsonTimestamp told = event.getClusterTime();
        return told == null ? time(event.getResumeToken()).orElseThrow(UntoldTimeException::new) : told;
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
