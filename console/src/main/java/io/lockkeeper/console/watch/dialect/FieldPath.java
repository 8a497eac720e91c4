package io.lockkeeper.console.watch.dialect;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The place of a value in a document, with dots as in MongoDB; it leads through the elements of an array.
 *
 * @param text for example {@code exclusive.lockId}
 */
record FieldPath(String text) {

    /** The name of the field at the top of the document. */
    String top() {
        int dot = text.indexOf('.');
        return dot < 0 ? text : text.substring(0, dot);
    }

    Optional<BsonValue> first(BsonDocument document) {
        return values(document).findFirst();
    }

    /** The value, or an array of them where the field leads through an array with several. */
    Optional<BsonValue> all(BsonDocument document) {
        List<BsonValue> found = values(document).toList();
        return found.size() > 1
                ? Optional.of(new BsonArray(found))
                : found.stream().findFirst();
    }

    Stream<BsonValue> values(BsonDocument document) {
        Stream<BsonValue> found = Stream.of(document);
        for (String name : text.split("\\.", -1)) {
            found = found.flatMap(value -> step(value, name));
        }
        return found;
    }

    private static Stream<BsonValue> step(BsonValue value, String name) {
        if (value.isArray()) {
            return value.asArray().stream().flatMap(each -> step(each, name));
        }
        return value.isDocument() ? Stream.ofNullable(value.asDocument().get(name)) : Stream.empty();
    }

    static List<FieldPath> of(List<String> texts) {
        return texts.stream().map(FieldPath::new).toList();
    }
}
