package io.lockkeeper.console.dialect;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** How a dialect tells a held lock from a free one, time aside. */
sealed interface HeldTest {

    boolean isHeld(BsonDocument document);

    /** A free lock has no document. */
    record DocumentExists() implements HeldTest {

        @Override
        public boolean isHeld(BsonDocument document) {
            return true;
        }
    }

    record FieldIs(FieldPath field, BsonValue value) implements HeldTest {

        @Override
        public boolean isHeld(BsonDocument document) {
            return field.values(document).anyMatch(this::isSame);
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
