package io.lockkeeper.console.dialect;

import com.mongodb.client.model.Filters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * Which documents a dialect reads.
 *
 * @param fields what each field has to be
 * @param others whether more fields than these are usual
 */
record DocumentShape(Map<FieldPath, FieldRule> fields, boolean others) {

    /** Fields that object mappers add. */
    private static final Set<String> MAPPERS = Set.of("_class", "__v");

    boolean fits(BsonDocument document) {
        return fields.entrySet().stream()
                .allMatch(field ->
                        field.getValue().fits(field.getKey().first(document).orElse(null)));
    }

    /** The query for all documents that fit, and perhaps a few more. */
    Bson filter() {
        List<Bson> filters = fields.entrySet().stream()
                .flatMap(field -> field.getValue().filter(field.getKey().text()).stream())
                .toList();
        return filters.isEmpty() ? Filters.empty() : Filters.and(filters);
    }

    /** Whether the dialect knows every field of a document that fits. */
    boolean knowsAllOf(BsonDocument document) {
        Set<String> known = fields.keySet().stream().map(FieldPath::top).collect(Collectors.toSet());
        return others || document.keySet().stream().allMatch(name -> known.contains(name) || MAPPERS.contains(name));
    }

    /** The fields that tell a document from others: all that it has, but its id and what may hold anything. */
    List<String> telling(BsonDocument document) {
        List<String> telling = new ArrayList<>();
        fields.forEach((path, rule) -> {
            if (rule.tells() && path.first(document).isPresent() && !path.text().equals("_id")) {
                telling.add(path.text());
            }
        });
        return telling;
    }

    boolean lists(FieldPath path) {
        return fields.containsKey(path) || fields.containsKey(new FieldPath(path.top()));
    }
}
