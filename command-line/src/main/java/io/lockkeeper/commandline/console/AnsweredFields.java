package io.lockkeeper.commandline.console;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** Reads the fields of the console's answers. */
final class AnsweredFields {

    private static final JsonWriterSettings ONE_LINE =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    private AnsweredFields() {}

    /** The answer in one line of JSON. */
    static String line(BsonDocument answer) {
        return answer.toJson(ONE_LINE);
    }

    /** The text in the field; empty if there is none. */
    static String text(BsonDocument of, String field) {
        BsonValue value = of.get(field);
        return value != null && value.isString() ? value.asString().getValue() : "";
    }

    /** The number in the field; zero if there is none. */
    static long number(BsonDocument of, String field) {
        BsonValue value = of.get(field);
        return value != null && value.isNumber() ? value.asNumber().longValue() : 0;
    }
}
