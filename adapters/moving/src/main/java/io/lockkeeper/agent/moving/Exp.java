package io.lockkeeper.agent.moving;

import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Builds the expressions of the old forms' pipelines. A caller's text is always a literal, never a field path. */
final class Exp {

    static final String NOW = "$$NOW";

    private Exp() {}

    static Document literal(String text) {
        return new Document("$literal", text);
    }

    static Document later(Object time, Duration by) {
        return new Document("$add", List.of(time, by.toMillis()));
    }

    static Document eq(Object one, Object other) {
        return new Document("$eq", List.of(one, other));
    }

    static Document or(Object one, Object other) {
        return new Document("$or", List.of(one, other));
    }

    static Document not(Object condition) {
        return new Document("$not", List.of(condition));
    }

    static Document and(Object one, Object other) {
        return new Document("$and", List.of(one, other));
    }

    /** Whether a field has a value of one of these types, as MongoDB names them. */
    static Document isOf(String field, List<String> types) {
        return new Document("$in", List.of(new Document("$type", field), types));
    }

    static Document isMissing(String field) {
        return isOf(field, List.of("missing"));
    }

    static Document isDate(String field) {
        return isOf(field, List.of("date"));
    }

    static Document latest(Object one, Object other) {
        return new Document("$max", List.of(one, other));
    }

    static Document orElse(String field, Object value) {
        return new Document("$ifNull", List.of(field, value));
    }

    /** The value if the condition holds, else the other: mostly the field itself, which stays missing where it is missing. */
    static Document when(Object condition, Object value, Object other) {
        return new Document("$cond", List.of(condition, value, other));
    }

    static List<Bson> set(Document fields) {
        return List.of(new Document("$set", fields));
    }
}
