package io.lockkeeper.commandline.console;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** What the console answered, field by field. */
final class AnsweredFields {

    private static final JsonWriterSettings ONE_LINE =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    private AnsweredFields() {}

    /** As it came, in one line. */
    static String line(BsonDocument answer) {
        return answer.toJson(ONE_LINE);
    }

    /** Empty for none. */
    static String text(BsonDocument of, String field) {
        BsonValue value = of.get(field);
        return value != null && value.isString() ? value.asString().getValue() : "";
    }

    /** Zero for none. */
    static long number(BsonDocument of, String field) {
        BsonValue value = of.get(field);
        return value != null && value.isNumber() ? value.asNumber().longValue() : 0;
    }
}
