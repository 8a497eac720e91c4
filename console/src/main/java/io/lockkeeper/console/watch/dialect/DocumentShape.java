package io.lockkeeper.console.watch.dialect;

import com.mongodb.client.model.Filters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Which documents a dialect reads, and which of the others are no locks. A document that is neither is a lock that cannot be read.
 *
 * @param fields what each field has to be
 * @param others whether more fields than these are usual: locks are among documents of other kinds
 * @param noLock which fields show that a document is no lock; empty where no such documents are usual
 */
record DocumentShape(Map<FieldPath, FieldRule> fields, boolean others, Map<FieldPath, FieldRule> noLock) {

    /** Fields that object mappers add. */
    private static final Set<String> MAPPERS = Set.of("_class", "__v");

    boolean fits(BsonDocument document) {
        return fields.entrySet().stream().allMatch(field -> fits(field, document));
    }

    private static boolean fits(Map.Entry<FieldPath, FieldRule> field, BsonDocument document) {
        return field.getValue().fits(field.getKey().first(document).orElse(null));
    }

    /** The part of a document that does not fit, as a half sentence; empty if nothing is wrong. */
    Optional<String> misfit(BsonDocument document) {
        return misfits(document)
                .map(field -> "%s %s, and has to be %s"
                        .formatted(
                                field.text(),
                                field.first(document)
                                        .map(value -> "is " + BsonKind.wordsOf(value.getBsonType()))
                                        .orElse("is not there"),
                                words(field)))
                .findFirst();
    }

    private String words(FieldPath field) {
        return Optional.ofNullable(fields.get(field)).map(FieldRule::words).orElse("");
    }

    private Stream<FieldPath> misfits(BsonDocument document) {
        return fields.entrySet().stream()
                .filter(field -> !fits(field, document))
                .map(Map.Entry::getKey);
    }

    /** Whether a document that does not fit has the marks of one that is no lock. */
    boolean isMarkedNoLock(BsonDocument document) {
        return !noLock.isEmpty() && noLock.entrySet().stream().allMatch(field -> fits(field, document));
    }

    /** Whether a field that each lock has is not set: among documents of other kinds, that is one of them. */
    boolean isUnset(BsonDocument document) {
        return others && misfits(document).anyMatch(field -> isBlank(field, document));
    }

    /**
     * Whether it is a document of the library in which no lock is held.
     *
     * @param named whether the collection has the library's name: elsewhere, fields without a value have to be there
     */
    boolean isIdle(BsonDocument document, boolean named) {
        return isUnset(document)
                && misfits(document)
                        .allMatch(field -> isBlank(field, document)
                                && (named || field.first(document).isPresent()));
    }

    private static boolean isBlank(FieldPath field, BsonDocument document) {
        return field.first(document).map(BsonValue::isNull).orElse(true);
    }

    /**
     * The query for all locks, readable or not, and perhaps for a few documents more.
     *
     * @param held what holds for locks that are held; empty where each document is held
     */
    Bson filter(Optional<Bson> held) {
        Bson none = noLock.isEmpty() ? Filters.empty() : Filters.nor(Filters.and(filters(noLock)));
        if (!others) {
            return none;
        }
        List<Bson> set = fields.entrySet().stream()
                .filter(field -> field.getValue().isRequired())
                .map(field -> Filters.ne(field.getKey().text(), null))
                .toList();
        Bson all = Filters.and(Stream.concat(set.stream(), Stream.of(none)).toList());
        return held.map(it -> Filters.or(all, it)).orElse(all);
    }

    private static List<Bson> filters(Map<FieldPath, FieldRule> rules) {
        return rules.entrySet().stream()
                .flatMap(field -> field.getValue().filter(field.getKey().text()).stream())
                .toList();
    }

    /** The names of all fields that it looks at, at the top of a document. */
    List<String> topFields() {
        return Stream.concat(fields.keySet().stream(), noLock.keySet().stream())
                .map(FieldPath::top)
                .distinct()
                .toList();
    }

    /** Whether the dialect knows every field of a document that fits. */
    boolean knowsAllOf(BsonDocument document) {
        Set<String> known = fields.keySet().stream().map(FieldPath::top).collect(Collectors.toSet());
        return others || document.keySet().stream().allMatch(name -> known.contains(name) || MAPPERS.contains(name));
    }

    /** The fields that are typical of such a document: all that it has, but its id and those that may hold anything. */
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
