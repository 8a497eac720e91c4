package io.lockkeeper.console.watch.dialect;

import java.time.Instant;
import java.util.Optional;
import org.bson.BsonDocument;

/** A field that holds a time, and how. */
record TimeField(FieldPath path, TimeForm form) {

    Optional<Instant> read(BsonDocument document) {
        return path.first(document).flatMap(form::read);
    }

    /** Whether the field has no value, which some dialects write on purpose. */
    boolean isBlank(BsonDocument document) {
        return path.first(document).map(value -> value.isNull()).orElse(true);
    }
}
