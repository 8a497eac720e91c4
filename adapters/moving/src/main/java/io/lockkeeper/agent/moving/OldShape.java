package io.lockkeeper.agent.moving;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The fields and types of a form's documents. A document of another shape does not show who holds its lock, so the bridge leaves it as it
 * is. A field may be missing.
 *
 * @param fields the types of each field that there may be
 * @param named those whose text names the holder: where it is empty, some clients mean that the lock is free, and others wait for it
 */
record OldShape(Map<String, Set<BsonType>> fields, Set<String> named) {

    /** The id, and the fields that object mappers add. */
    private static final List<String> ALWAYS = List.of("_id", "_class", "__v");

    private static final BsonString EMPTY = new BsonString("");

    private static final Map<BsonType, String> ALIASES = new EnumMap<>(Map.of(
            BsonType.STRING, "string",
            BsonType.DATE_TIME, "date",
            BsonType.NULL, "null",
            BsonType.INT32, "int",
            BsonType.INT64, "long",
            BsonType.DOUBLE, "double"));

    static final Set<BsonType> TEXT = Set.of(BsonType.STRING);
    static final Set<BsonType> DATE = Set.of(BsonType.DATE_TIME);
    static final Set<BsonType> TEXT_OR_NULL = Set.of(BsonType.STRING, BsonType.NULL);
    static final Set<BsonType> DATE_OR_NULL = Set.of(BsonType.DATE_TIME, BsonType.NULL);
    static final Set<BsonType> NUMBER = Set.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE);

    /** Whether the document that a pipeline changes is of this shape. */
    Document fits() {
        List<Object> all = new ArrayList<>();
        Document names = new Document(
                "$map", new Document("input", new Document("$objectToArray", "$$ROOT")).append("in", "$$this.k"));
        List<String> known = new ArrayList<>(ALWAYS);
        known.addAll(fields.keySet());
        all.add(new Document("$setIsSubset", List.of(names, known)));
        fields.forEach((field, types) -> all.add(Exp.isOf("$" + field, aliases(types))));
        named.forEach(field -> all.add(Exp.not(Exp.eq("$" + field, ""))));
        return new Document("$and", all);
    }

    /** Finds documents of another shape. */
    Bson others() {
        return new Document("$expr", new Document("$not", List.of(fits())));
    }

    /** Why the document is of another shape; empty if it is not. */
    Optional<String> misfit(BsonDocument document) {
        return document.entrySet().stream()
                .filter(each -> !ALWAYS.contains(each.getKey()))
                .flatMap(each -> misfit(each.getKey(), each.getValue()).stream())
                .findFirst();
    }

    private Optional<String> misfit(String field, BsonValue value) {
        if (named.contains(field) && value.equals(EMPTY)) {
            return Optional.of("has an empty \"%s\", by which this form does not free a lock".formatted(field));
        }
        BsonType type = value.getBsonType();
        Set<BsonType> types = fields.get(field);
        if (types == null) {
            return Optional.of("has a field \"%s\", which is not in this form".formatted(field));
        }
        return types.contains(type)
                ? Optional.empty()
                : Optional.of("has in \"%s\" a value of type %s, where this form has %s"
                        .formatted(field, ALIASES.getOrDefault(type, type.name()), words(types)));
    }

    private static String words(Set<BsonType> types) {
        return types.stream().map(OldShape::alias).sorted().collect(Collectors.joining(" or "));
    }

    private static List<String> aliases(Set<BsonType> types) {
        List<String> aliases =
                new ArrayList<>(types.stream().map(OldShape::alias).toList());
        aliases.add("missing");
        return aliases;
    }

    private static String alias(BsonType type) {
        return ALIASES.getOrDefault(type, type.name());
    }
}
