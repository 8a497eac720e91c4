package io.lockkeeper.console.watch.dialect;

import com.mongodb.client.model.Filters;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** How a dialect distinguishes a held lock from a free one, time aside. */
sealed interface HeldTest {

    boolean isHeld(BsonDocument document);

    /** The fields that it looks at. */
    default List<FieldPath> fields() {
        return List.of();
    }

    /** The test as a filter, which may match a few more documents; empty where each document is held. */
    Optional<Bson> filter();

    /** A free lock has no document. */
    record DocumentExists() implements HeldTest {

        @Override
        public boolean isHeld(BsonDocument document) {
            return true;
        }

        @Override
        public Optional<Bson> filter() {
            return Optional.empty();
        }
    }

    record FieldIs(FieldPath field, BsonValue value) implements HeldTest {

        @Override
        public List<FieldPath> fields() {
            return List.of(field);
        }

        @Override
        public boolean isHeld(BsonDocument document) {
            return field.values(document).anyMatch(this::isSame);
        }

        @Override
        public Optional<Bson> filter() {
            return Optional.of(Filters.eq(field.text(), value));
        }

        /** Drivers write the same number in different types. */
        private boolean isSame(BsonValue other) {
            return (value.isNumber() && other.isNumber())
                    ? value.asNumber().longValue() == other.asNumber().longValue()
                    : value.equals(other);
        }
    }

    /** At least one of the fields has a value: not null, no empty text and no empty array. */
    record AnyFilled(List<FieldPath> fields) implements HeldTest {

        @Override
        public boolean isHeld(BsonDocument document) {
            return fields.stream().flatMap(field -> field.values(document)).anyMatch(AnyFilled::isFilled);
        }

        @Override
        public Optional<Bson> filter() {
            return Optional.of(Filters.or(
                    fields.stream().map(field -> Filters.ne(field.text(), null)).toList()));
        }

        private static boolean isFilled(BsonValue value) {
            return switch (value.getBsonType()) {
                case NULL -> false;
                case STRING -> !value.asString().getValue().isEmpty();
                case ARRAY -> !value.asArray().isEmpty();
                default -> true;
            };
        }
    }
}
