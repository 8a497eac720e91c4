package io.lockkeeper.agent.moving;

import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The expressions that the old forms' pipelines consist of. A caller's text is always a literal, never a field path. */
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

    static Document latest(Object one, Object other) {
        return new Document("$max", List.of(one, other));
    }

    static Document orElse(String field, Object value) {
        return new Document("$ifNull", List.of(field, value));
    }

    /** The value, or the field as it is. */
    static Document when(Object condition, Object value, String field) {
        return new Document("$cond", List.of(condition, value, field));
    }

    static List<Bson> set(Document fields) {
        return List.of(new Document("$set", fields));
    }
}
