package io.lockkeeper.console.watch.dialect;

import com.mongodb.client.model.Filters;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** The rule for a field of a dialect's documents. */
sealed interface FieldRule {

    boolean fits(@Nullable BsonValue value);

    /** Whether the field is typical of these documents: one that may hold anything is not. */
    boolean tells();

    /** Whether each document of the dialect has a value there. */
    boolean isRequired();

    /** The rule in words. */
    String words();

    /** The rule as a filter; empty where MongoDB would have to look at every document. */
    Optional<Bson> filter(String field);

    record OfKind(Set<BsonKind> kinds) implements FieldRule {

        @Override
        public boolean fits(@Nullable BsonValue value) {
            return kinds.stream().anyMatch(kind -> kind.fits(value == null ? null : value.getBsonType()));
        }

        @Override
        public boolean tells() {
            return !kinds.contains(BsonKind.ANY);
        }

        @Override
        public boolean isRequired() {
            return !kinds.contains(BsonKind.NULL) && !kinds.contains(BsonKind.ABSENT);
        }

        @Override
        public String words() {
            return kinds.stream().map(BsonKind::words).sorted().collect(Collectors.joining(" or "));
        }

        @Override
        public Optional<Bson> filter(String field) {
            List<String> aliases =
                    kinds.stream().flatMap(kind -> kind.alias().stream()).toList();
            return aliases.size() < kinds.size()
                    ? Optional.empty()
                    : Optional.of(Filters.eq(field, new Document("$type", aliases)));
        }
    }

    /** Any value but these. */
    record Other(List<BsonValue> values) implements FieldRule {

        @Override
        public boolean fits(@Nullable BsonValue other) {
            return other != null && !other.isNull() && !values.contains(other);
        }

        @Override
        public boolean tells() {
            return false;
        }

        @Override
        public boolean isRequired() {
            return true;
        }

        @Override
        public String words() {
            return "not " + values.stream().map(NameTemplate::text).collect(Collectors.joining(" or "));
        }

        @Override
        public Optional<Bson> filter(String field) {
            return Optional.of(Filters.and(Filters.nin(field, values), Filters.ne(field, null)));
        }
    }

    record Exactly(BsonValue value) implements FieldRule {

        @Override
        public boolean fits(@Nullable BsonValue other) {
            return value.equals(other);
        }

        @Override
        public boolean tells() {
            return true;
        }

        @Override
        public boolean isRequired() {
            return !value.isNull();
        }

        @Override
        public String words() {
            return NameTemplate.text(value);
        }

        @Override
        public Optional<Bson> filter(String field) {
            return Optional.of(Filters.eq(field, value));
        }
    }
}
