package io.lockkeeper.console.watch.dialect;

import java.time.Duration;
import java.util.Optional;
import org.bson.BsonDocument;

/** How a dialect finds out when a lock ends by itself. */
sealed interface ExpiryRule {

    /** The field that holds it, or what it is reckoned from; empty where no field does. */
    default Optional<TimeField> source() {
        return switch (this) {
            case InField(TimeField field, boolean foreverWithout) -> Optional.of(field);
            case AfterTimeout(TimeField field, Duration timeout) -> Optional.of(field);
            case ByIndex(TimeField field) -> Optional.of(field);
            case None none -> Optional.empty();
        };
    }

    Expiry of(BsonDocument document, TtlIndexes indexes);

    /**
     * A field holds the time.
     *
     * @param foreverWithout whether a lock without it never ends, rather than being unreadable
     */
    record InField(TimeField field, boolean foreverWithout) implements ExpiryRule {

        @Override
        public Expiry of(BsonDocument document, TtlIndexes indexes) {
            if (foreverWithout && field.isBlank(document)) {
                return new Expiry.Never("it was taken without an expiry");
            }
            return field.read(document).<Expiry>map(Expiry.At::new).orElseGet(() -> unreadable(field));
        }
    }

    /** A time-out after the time in a field; the document does not contain it. */
    record AfterTimeout(TimeField field, Duration timeout) implements ExpiryRule {

        @Override
        public Expiry of(BsonDocument document, TtlIndexes indexes) {
            return field.read(document)
                    .<Expiry>map(at -> new Expiry.Assumed(at.plus(timeout), timeout))
                    .orElseGet(() -> unreadable(field));
        }
    }

    /** A TTL index deletes the document. */
    record ByIndex(TimeField field) implements ExpiryRule {

        @Override
        public Expiry of(BsonDocument document, TtlIndexes indexes) {
            if (!indexes.areKnown()) {
                return new Expiry.Unknown("the console may not list the collection's indexes");
            }
            if (field.isBlank(document)) {
                return new Expiry.Never("it was taken without an expiry");
            }
            return indexes.on(field.path())
                    .map(seconds -> field.read(document)
                            .<Expiry>map(at -> new Expiry.ByMonitor(at.plus(seconds)))
                            .orElseGet(() -> unreadable(field)))
                    .orElseGet(() -> new Expiry.Never("the collection has no TTL index on %s"
                            .formatted(field.path().text())));
        }
    }

    record None() implements ExpiryRule {

        @Override
        public Expiry of(BsonDocument document, TtlIndexes indexes) {
            return new Expiry.Never("the library gives its locks no expiry");
        }
    }

    private static Expiry unreadable(TimeField field) {
        return new Expiry.Unknown("%s holds no time in the form %s"
                .formatted(field.path().text(), field.form().text()));
    }
}
