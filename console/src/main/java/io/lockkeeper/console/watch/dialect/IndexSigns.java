package io.lockkeeper.console.watch.dialect;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/**
 * The indexes that a library makes, by which its collection is recognized while there is no document in it.
 *
 * @param ttl the field whose TTL index frees locks
 * @param unique the field that a unique index keeps to one document
 */
record IndexSigns(Optional<FieldPath> ttl, Optional<FieldPath> unique) {

    static final IndexSigns NONE = new IndexSigns(Optional.empty(), Optional.empty());

    private static final String EXPIRES = "expireAfterSeconds";
    private static final String UNIQUE = "unique";

    /** The fields of its indexes, if all of them are among these; none otherwise. */
    List<String> in(List<BsonDocument> indexes) {
        boolean all = ttl.map(field -> has(indexes, field, EXPIRES)).orElse(true)
                && unique.map(field -> has(indexes, field, UNIQUE)).orElse(true);
        return all
                ? Stream.of(ttl, unique)
                        .flatMap(Optional::stream)
                        .map(FieldPath::text)
                        .distinct()
                        .toList()
                : List.of();
    }

    private static boolean has(List<BsonDocument> indexes, FieldPath field, String option) {
        return indexes.stream()
                .filter(index -> index.containsKey(option))
                .anyMatch(index -> index.getDocument("key").keySet().equals(Set.of(field.text())));
    }
}
