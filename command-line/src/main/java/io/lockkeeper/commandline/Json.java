package io.lockkeeper.commandline;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/** One JSON object as a program reads it: instants are ISO 8601 in UTC, durations milliseconds. Fields are only ever added. */
public final class Json {

    private static final JsonWriterSettings ONE_LINE =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    private final BsonDocument fields = new BsonDocument();

    public Json with(String field, @Nullable String text) {
        return put(field, text == null ? BsonNull.VALUE : new BsonString(text));
    }

    public Json with(String field, long number) {
        return put(field, new BsonInt64(number));
    }

    public Json with(String field, boolean value) {
        return put(field, BsonBoolean.valueOf(value));
    }

    public Json with(String field, @Nullable Instant instant) {
        return with(field, instant == null ? null : instant.toString());
    }

    public Json with(String field, @Nullable Duration duration) {
        return duration == null ? put(field, BsonNull.VALUE) : with(field, duration.toMillis());
    }

    public Json with(String field, @Nullable Json object) {
        return put(field, object == null ? BsonNull.VALUE : object.fields);
    }

    public Json with(String field, Collection<Json> objects) {
        return put(
                field, new BsonArray(objects.stream().map(each -> each.fields).toList()));
    }

    public Json withTexts(String field, Collection<String> texts) {
        return put(field, new BsonArray(texts.stream().map(BsonString::new).toList()));
    }

    private Json put(String field, BsonValue value) {
        fields.put(field, value);
        return this;
    }

    @Override
    public String toString() {
        return fields.toJson(ONE_LINE);
    }
}
