package io.lockkeeper.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Where {@link Hint hints} are written: small capped collections, which each agent that waits reads with a tailable cursor. Sixteen of them, because
 * each hint wakes all cursors of its collection.
 */
public enum HintPlace {
    /** In {@code local}, which is not replicated: a hint costs one node one insert. Needs a role made in {@code admin}. */
    LOCAL,
    /** Beside the locks, replicated as every other write. */
    DATABASE;

    /** How many collections there are. */
    public static final int COLLECTIONS = 16;
    /** How large each is: some hundred hints. */
    public static final int BYTES = 128 * 1024;
    /** The name that all of them begin with. */
    public static final String PREFIX = "lock_wakes";

    /** The place of that {@linkplain #text() name}; nothing for a name that this version does not know. */
    public static Optional<HintPlace> of(String text) {
        return Arrays.stream(values())
                .filter(place -> place.text().equals(text))
                .findFirst();
    }

    /** The name in documents and settings. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The database of the collections for locks in that database. */
    public String database(String locks) {
        return this == LOCAL ? "local" : locks;
    }

    /** The collection that the agent reads. Tenants share {@code local}, so there the name has the locks' database. */
    public String collection(String locks, String agent) {
        String number = Integer.toString(number(agent));
        return this == LOCAL ? PREFIX + "." + locks + "." + number : PREFIX + "." + number;
    }

    /** The command that makes a collection of hints. */
    public static BsonDocument create(String collection) {
        return new BsonDocument("create", new BsonString(collection))
                .append("capped", BsonBoolean.TRUE)
                .append("size", new BsonInt32(BYTES));
    }

    private static int number(String agent) {
        CRC32 crc = new CRC32();
        crc.update(agent.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % COLLECTIONS);
    }
}
