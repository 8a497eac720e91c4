package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * Reads times and durations out of stored documents. BSON has dates 292 million years from now, whose differences no
 * {@link Duration} can give in milliseconds: such a date is damage wherever it stands, and refused where it is read.
 */
public final class StoredTimes {

    static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");
    static final Duration LONGEST = Duration.ofDays(36_525);

    private StoredTimes() {}

    /** The instant in the field; refuses what lies outside the years 1 to 9999, as JSON and ISO 8601 do. */
    static Instant instant(BsonDocument bson, String field) {
        long millis = bson.getDateTime(field).getValue();
        return ofMillis(millis)
                .orElseThrow(() -> new IllegalArgumentException(String.format(
                        Locale.ROOT, "%s is the date %d ms; the years 1 to 9999 are allowed", field, millis)));
    }

    /** The duration in the field, in milliseconds; refuses a negative one, and more than a hundred years. */
    static Duration duration(BsonDocument bson, String field) {
        return Duration.ofMillis(StoredFields.number(bson, field, 0, LONGEST.toMillis()));
    }

    /** The instant so many milliseconds after 1970, if it lies in the years 1 to 9999. */
    public static Optional<Instant> ofMillis(long millis) {
        return isTime(millis) ? Optional.of(Instant.ofEpochMilli(millis)) : Optional.empty();
    }

    private static boolean isTime(long millis) {
        return millis >= FIRST.toEpochMilli() && millis <= LAST.toEpochMilli();
    }
}
