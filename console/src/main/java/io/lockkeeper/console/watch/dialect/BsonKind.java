package io.lockkeeper.console.watch.dialect;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonType;
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

    /** For people, with an article. */
    String words() {
        return switch (this) {
            case ABSENT -> "absent";
            case NULL -> "null";
            case ANY -> "there";
            case INT, OBJECT_ID, OBJECT, ARRAY -> "an " + text();
            default -> "a " + text();
        };
    }

    /** What a value of a type is, for people. */
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
