package io.lockkeeper.console.watch.dialect;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** The kinds of values that a dialect's file can name. */
enum BsonKind {
    STRING,
    DATE,
    INT,
    LONG,
    DOUBLE,
    NUMBER,
    BOOL,
    OBJECT_ID,
    BINARY,
    OBJECT,
    ARRAY,
    NULL,
    ANY,
    /** The field is not there. */
    ABSENT;

    /** The name in a file, for example {@code object-id}. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A value of the kind; null for a field that is not there. */
    @Nullable
    BsonValue example() {
        return switch (this) {
            case STRING, ANY -> new BsonString("example");
            case DATE -> new BsonDateTime(1);
            case INT, NUMBER -> new BsonInt32(1);
            case LONG -> new BsonInt64(1);
            case DOUBLE -> new BsonDouble(1);
            case BOOL -> BsonBoolean.TRUE;
            case OBJECT_ID -> new BsonObjectId(new ObjectId(1, 1));
            case BINARY -> new BsonBinary(new byte[] {1});
            case OBJECT -> new BsonDocument();
            case ARRAY -> new BsonArray(List.of(new BsonString("example")));
            case NULL -> BsonNull.VALUE;
            case ABSENT -> null;
        };
    }

    /** The words for people, with an article. */
    String words() {
        return switch (this) {
            case ABSENT -> "absent";
            case NULL -> "null";
            case ANY -> "there";
            case INT, OBJECT_ID, OBJECT, ARRAY -> "an " + text();
            default -> "a " + text();
        };
    }

    /** The name of a type, for people. */
    static String wordsOf(BsonType type) {
        return Arrays.stream(values())
                .filter(kind -> kind != ANY && kind != NUMBER && kind.fits(type))
                .map(BsonKind::words)
                .findFirst()
                .orElseGet(() -> "of the type " + type);
    }

    static List<String> texts() {
        return Arrays.stream(values()).map(BsonKind::text).toList();
    }

    static Optional<BsonKind> of(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
    }

    /** Whether a value of a type is of this kind; null stands for a field that is not there. */
    boolean fits(@Nullable BsonType type) {
        return switch (this) {
            case STRING -> type == BsonType.STRING;
            case DATE -> type == BsonType.DATE_TIME;
            case INT -> type == BsonType.INT32;
            case LONG -> type == BsonType.INT64;
            case DOUBLE -> type == BsonType.DOUBLE;
            case NUMBER -> type == BsonType.INT32 || type == BsonType.INT64 || type == BsonType.DOUBLE;
            case BOOL -> type == BsonType.BOOLEAN;
            case OBJECT_ID -> type == BsonType.OBJECT_ID;
            case BINARY -> type == BsonType.BINARY;
            case OBJECT -> type == BsonType.DOCUMENT;
            case ARRAY -> type == BsonType.ARRAY;
            case NULL -> type == BsonType.NULL;
            case ANY -> type != null;
            case ABSENT -> type == null;
        };
    }

    /** The name for MongoDB's {@code $type}; empty if there is no single type. */
    Optional<String> alias() {
        return switch (this) {
            case OBJECT_ID -> Optional.of("objectId");
            case BINARY -> Optional.of("binData");
            case ANY, ABSENT -> Optional.empty();
            default -> Optional.of(text());
        };
    }
}
